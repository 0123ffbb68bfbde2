# make demo   the example package, checked: from nothing on a Debian-like machine
# make test   everything that CI runs
# make build  the program alone, at build/release/decode-ledger

.PHONY: build demo test format bench

build:
	@tools/setup.sh
	@tools/build.sh release

demo:
	@tools/setup.sh
	@tools/demo.sh

test:
	@tools/setup.sh --checks
	@python3 -u tools/test_all.py

format:
	@tools/check_format.sh --fix

# make bench PACKAGE=path/to/a/python/tree
bench: build
	@python3 bench/spine.py $(PACKAGE)
