#!/usr/bin/env python3
"""Does every room look left only, and does the outside world come in through the rooms that own it?

The rooms and their order are the dl_room(...) lines of CMakeLists.txt. Prints one line a violation; exit 1 if any.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOMS = re.findall(r"^dl_room\((\w+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]')

# What is fenced: a pattern, the rooms that may use it, and how to say it. Patterns see code without // comments.
FENCES = [
    (r"#\s*include\s+[<\"]tree_sitter/", {"parser"}, "tree-sitter is seen in src/parser alone"),
    (r"#\s*include\s+[<\"]nlohmann/", {"report"}, "JSON is a format: src/report alone"),
    (r"#\s*include\s+[<\"]toml\+\+/", {"knowledge", "ledger"}, "toml++ is for src/knowledge and src/ledger"),
    (r"#\s*include\s+[<\"]CLI/", {"driver"}, "CLI11 is for src/driver"),
    (
        r"\b(?:steady_clock|system_clock|high_resolution_clock|clock_gettime|gettimeofday|localtime|gmtime)\b"
        r"|\btime\((?:nullptr|NULL|0)\)",
        {"support"},
        "the clock is in src/support alone",
    ),
    (
        r"#\s*include\s+<(?:filesystem|fstream|fcntl\.h|dirent\.h|sys/stat\.h|sys/mman\.h|unistd\.h)>"
        r"|\b(?:fopen|freopen|opendir)\s*\(|\bstd::filesystem\b",
        {"support"},
        "the disk and the system are in src/support alone",
    ),
    (
        r"#\s*include\s+<(?:thread|future|pthread\.h)>|\bstd::(?:thread|jthread|async)\b",
        {"support"},
        "threads are started in src/support alone",
    ),
]


def room_of(path: pathlib.PurePath) -> str:
    """The room that a file under src/ or tests/unit/ belongs to; src/main.cc stands behind the last one."""
    parts = path.parts[1:] if path.parts[0] == "src" else path.parts[2:]
    return parts[0] if len(parts) > 1 else "main"


def violations_of(path: pathlib.Path):
    relative = path.relative_to(ROOT)
    room = room_of(relative)
    is_test = relative.parts[0] == "tests"
    if room != "main" and room not in ROOMS:
        yield 1, f"`{room}` is no room of CMakeLists.txt"
        return
    reach = len(ROOMS) if room == "main" else ROOMS.index(room) + 1
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        code = line.split("//")[0]
        included = INCLUDE.match(code)
        if included:
            target = included[1].split("/")[0]
            if "/" in included[1] and target in ROOMS and ROOMS.index(target) >= reach:
                yield number, f"{room} includes {included[1]}, a later room"
        if is_test:
            continue
        for pattern, owners, sentence in FENCES:
            if room not in owners and re.search(pattern, code):
                yield number, f"{code.strip()}: {sentence}"


def main() -> int:
    files = sorted(
        path
        for top in ("src", "tests/unit")
        for path in (ROOT / top).rglob("*")
        if path.suffix in (".h", ".cc")
    )
    count = 0
    for path in files:
        for number, sentence in violations_of(path):
            print(f"{path.relative_to(ROOT)}:{number}: {sentence}")
            count += 1
    print(f"layering: {len(files)} files, {len(ROOMS)} rooms, {count} violations")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
