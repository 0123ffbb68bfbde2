"""The completions in the real shells, and the manual page: they tell what the program takes."""
import os
import pty
import re
import select
import signal
import time

from case import Failed, run

SECONDS = 30


def script(case, shell, name):
    return case.put(name, run(case.program, "completions", shell).expect().out)


def commands(case):
    """As `--help` lists them."""
    listed = run(case.program, "--help").expect().out.split("Subcommands:\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in listed.splitlines()]


def flags(case, *command):
    """Every name of every flag, as the help of the command has them."""
    told = run(case.program, *command, "--help").expect().out
    return {name for names in re.findall(r"^  (-[\w,-]+)", told, re.MULTILINE) for name in names.split(",")}


def formats(case, command):
    [told] = re.findall(r"--format,--output-format FORMAT\s+(.*) \(default", run(case.program, command, "--help").out)
    return set(re.split(r", | or ", told))


def rules(case):
    return set(re.findall(r"\bDL\d{3}\b", run(case.program, "rules").expect().out))


def package(case):
    case.put("pkg/core.py", "")
    case.put("ledger.toml", "schema = 1\n")


def questions(case):
    """Lines and what a shell must offer at their end; files come without their slash, lists without what is typed."""
    package(case)
    asked = [
        ("decode-ledger ch", {"check"}),
        ("decode-ledger ", set(commands(case))),
        ("decode-ledger --vers", {"--version"}),
        ("decode-ledger check --form", {"--format"}),
        ("decode-ledger check --format=js", {"json"} | {"jsonl"} & formats(case, "check")),
        ("decode-ledger check --fail-on ", {"error", "warning", "note"}),
        ("decode-ledger check --color=", {"auto", "always", "never"}),
        ("decode-ledger check --select DL30", {code for code in rules(case) if code.startswith("DL30")}),
        ("decode-ledger check --ignore DL301,fault-sw", {"fault-swallowed"}),
        ("decode-ledger check -o x --ledger led", {"ledger.toml"}),
        ("decode-ledger check pk", {"pkg"}),
        ("decode-ledger check -q pkg/c", {"core.py"}),
        ("decode-ledger graph --root pk", {"pkg"}),
        ("decode-ledger graph --root led", set()),
        ("decode-ledger inventory --print c", {"call-graph", "cfg"}),
        ("decode-ledger exempt --category h", {"host-ids"}),
        ("decode-ledger exempt --reason ", set()),
        ("decode-ledger sync --form", set()),
        ("decode-ledger explain DL302", {"DL302"}),
        ("decode-ledger completions ", {"bash", "zsh", "fish"}),
    ]
    for command in commands(case):
        asked.append((f"decode-ledger {command} --", {name for name in flags(case, command) if name.startswith("--")}))
        if "--format" in flags(case, command):
            asked.append((f"decode-ledger {command} --format ", formats(case, command)))
    return asked


def told_word(word):
    word = word.strip()
    return word.rstrip("/=").rpartition("/")[2].rpartition(",")[2].removeprefix("--format=").removeprefix("--color=")


def check_offers(shell, asked, offers):
    wrong = []
    for (line, expected), offered in zip(asked, offers, strict=True):
        words = {told_word(word) for word in offered}
        if words != expected:
            wrong.append(f"{line!r}: too many {sorted(words - expected)}, missing {sorted(expected - words)}")
    if wrong:
        raise Failed(f"{shell} offers\n  " + "\n  ".join(wrong))


class Terminal:
    """A program at a terminal of its own."""

    def __init__(self, command, folder, environment):
        self.shown = b""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, {**os.environ, "TERM": "dumb", **environment})

    def type(self, text):
        os.write(self.fd, text.encode())

    def wait_for(self, done):
        """Reads on until `done()`; what is shown is needed by nobody but a failure's message."""
        end = time.monotonic() + SECONDS
        while not done():
            if time.monotonic() > end:
                raise Failed(f"no answer in {SECONDS} s; shown: {self.shown[-2000:].decode('utf-8', 'replace')}")
            if select.select([self.fd], [], [], 0.02)[0]:
                self.shown += os.read(self.fd, 1 << 16)

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


# ---- bash ----

# What readline does before it calls the function: it splits at blanks and at the characters of COMP_WORDBREAKS.
BASH_ASK = r"""
source "$1"
while IFS= read -r line; do
  read -ra words <<<"${line//=/ = }"
  [[ $line == *[[:space:]] ]] && words+=("")
  COMP_LINE=$line COMP_POINT=${#line} COMP_WORDS=("${words[@]}") COMP_CWORD=$((${#words[@]} - 1))
  _decode_ledger 2>/dev/null
  printf '%s\n' "${COMPREPLY[@]}"
  echo .
done
"""


def blocks(text):
    return [[line for line in block.splitlines() if line] for block in re.split(r"^\.\n", text, flags=re.MULTILINE)][:-1]


def test_bash_completes(case):
    source = script(case, "bash", "decode-ledger.bash")
    asked = questions(case)
    ran = case.run("bash", "--norc", "-c", BASH_ASK, "bash", source, text="".join(line + "\n" for line, _ in asked)).expect()
    check_offers("bash", asked, blocks(ran.out))


def test_bash_completes_at_a_terminal(case):
    """Readline's own splitting and quoting; the stub tells what was run in the end."""
    source = script(case, "bash", "decode-ledger.bash")
    case.put("bin/decode-ledger", '#!/bin/sh\nprintf "%s|" "$@" >> "$SAID"; echo >> "$SAID"\n', 0o755)
    case.put("my pkg/core.py", "")
    said = case.folder / "said"
    terminal = Terminal(["bash", "--norc", "--noprofile", "-i"], case.folder,
                        {"SAID": str(said), "PATH": f"{case.folder}/bin:{os.environ['PATH']}", "INPUTRC": "/dev/null"})
    try:
        terminal.type(f"source '{source}'; bind 'set bell-style none'\n")
        for line in ("explain fault-sw\t", "check --output-format=tex\t", "check --select DL301,fault-ju\t", "che\tmy\t"):
            terminal.type(f"decode-ledger {line}\n")
        terminal.wait_for(lambda: said.exists() and said.read_text().count("\n") == 4)
    finally:
        terminal.close()
    expected = ["explain|fault-swallowed|", "check|--output-format=text|", "check|--select|DL301,fault-judged-by-text|", "check|my pkg/|"]
    told = said.read_text().splitlines()
    assert told == expected, told


def test_bash_script_passes_shellcheck(case):
    source = script(case, "bash", "decode-ledger.bash")
    run("shellcheck", source).expect()
    broken = case.put("broken.bash", source.read_text().replace('"$1" -- "${word', "$1 -- ${word"))
    if run("shellcheck", broken).status == 0:
        raise Failed("shellcheck takes a script without quotes, too: its silence says nothing")


# ---- zsh ----

# compadd is how every completer offers words; the ones that it would add are written down on the way.
ZSH_SETUP = r"""
unsetopt zle_bracketed_paste 2>/dev/null
fpath=($1 $fpath)
autoload -Uz compinit && compinit -D -u
zstyle ':completion:*' list-prompt ''
LISTMAX=10000
exec 9>>$2
compadd() {
  local -a __hits __flags=("${(@)@[1,(i)(-|--)]}")
  if [[ -z ${(M)__flags:#-[OAD]*} ]]; then
    builtin compadd -A __hits "$@"
    (( $#__hits )) && print -rlu9 -- $__hits
  fi
  builtin compadd "$@"
}
ask() { zle complete-word; print -u9 .; BUFFER=; CURSOR=0 }
zle -N ask
bindkey '^I' ask
print -u9 .
"""


def test_zsh_completes(case):
    script(case, "zsh", "functions/_decode-ledger")
    asked = questions(case)
    setup = case.put("setup.zsh", ZSH_SETUP)
    told = case.put("told", "")
    terminal = Terminal(["zsh", "-f", "-i"], case.folder, {})
    try:
        terminal.type(f". {setup} {case.folder}/functions {told}\n")
        for number, (line, _) in enumerate(asked, 1):
            terminal.wait_for(lambda n=number: len(blocks(told.read_text())) == n)
            terminal.type(line + "\t")
        terminal.wait_for(lambda: len(blocks(told.read_text())) == len(asked) + 1)
    finally:
        terminal.close()
    offers = blocks(told.read_text())[1:]
    # zsh lets `--` stand for anything with two hyphens in it, the names of rules too.
    offers = [[word for word in offer if not line.endswith("--") or word.startswith("--")]
              for (line, _), offer in zip(asked, offers, strict=True)]
    check_offers("zsh", asked, offers)


def test_zsh_takes_the_script_by_source_too(case):
    source = script(case, "zsh", "completion.zsh")
    done = f"autoload -Uz compinit; compinit -D -u; source {source}; print -r -- $_comps[decode-ledger]"
    case.run("zsh", "-f", "-c", done).expect(0, out="_decode-ledger")


# ---- fish ----


def test_fish_completes(case):
    source = script(case, "fish", "decode-ledger.fish")
    asked = questions(case)
    asks = "source $argv[1]; while read -l line; complete -C $line; echo .; end"
    home = {"HOME": case.folder, "XDG_CONFIG_HOME": case.folder / "config", "XDG_DATA_HOME": case.folder / "data"}
    ran = case.run("fish", "--no-config", "-c", asks, source, environment=home,
                   text="".join(line + "\n" for line, _ in asked)).expect()
    check_offers("fish", asked, [[word.split("\t")[0] for word in block] for block in blocks(ran.out)])


# ---- the manual page ----


def test_manual_page_passes_lint(case):
    page = case.put("decode-ledger.1", run(case.program, "man").expect().out)
    case.run("mandoc", "-T", "lint", page).expect(0, no_out="mandoc:")
    broken = case.put("broken.1", page.read_text().replace(".SH NAME", ".SH NAME\n.XX", 1))
    if "mandoc:" not in case.run("mandoc", "-T", "lint", broken).out:
        raise Failed("mandoc takes an unknown request, too: its silence says nothing")
    assert page.read_text().isascii()


def test_manual_page_tells_every_command_and_flag(case):
    page = case.put("decode-ledger.1", run(case.program, "man").expect().out)
    told = run("mandoc", "-T", "ascii", page).expect().out
    told = re.sub(r".\x08", "", told)
    for command in commands(case):
        section = told.split(f"decode-ledger {command} [OPTIONS]")[1].split("[OPTIONS]")[0]
        missing = [name for name in flags(case, command) if not re.search(rf"(^|[ ,]){re.escape(name)}\b", section, re.MULTILINE)]
        assert not missing, f"{command}: {missing}"


def test_completions_say_what_is_wrong(case):
    run(case.program, "completions").expect(2, err="bash, zsh, fish")
    run(case.program, "completions", "bsh").expect(2, err="did you mean `bash`?")
    run(case.program, "man", "check").expect(2, err="`man` takes no argument")
