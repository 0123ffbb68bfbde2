"""What tests/corpus/run.py is made of; tests/property/ and tools/check_rules.py use parts of it.

cases.py      which cases there are, and how one is laid out for a run
markers.py    reads `# expect:` and `#!` markers
program.py    runs decode-ledger and reads what it says and knows
judge.py      holds one against the other
snapshots.py  `<case>.<print>.snap`
"""
