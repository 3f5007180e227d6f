#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes manual pages and completions of what the programs say by --help, so that there is one source of it.

help_pages.py VERSION FOLDER REVPROF CHARACTERIZE writes FOLDER/man1/*.1, FOLDER/revprof.bash and FOLDER/_revprof (zsh).
"""
import pathlib
import re
import subprocess
import sys

SUMMARY = {"revprof": "predicts how long an MPI program takes on a machine it has never run on",
           "characterize": "times the MPI calls of a machine and makes a machine model of them"}


def help_of(*words):
    ended = subprocess.run([*map(str, words), "--help"], capture_output=True, text=True, check=False, timeout=60)
    if ended.returncode != 0 or not ended.stdout.startswith("Usage:"):
        sys.exit(f"help_pages.py: {' '.join(map(str, words))} --help: expected a page that begins with Usage:, found "
                 f"{ended.stdout[:200]!r} {ended.stderr[:200]!r}")
    return ended.stdout


def commands_of(page):
    """The commands of `revprof --help`, each with its line."""
    rows = page.split("Commands:\n", 1)[1].split("\n\n", 1)[0]
    return dict(re.findall(r"^  (\w+) +(.*)$", rows, re.MULTILINE))


def options_of(page):
    """Long and short options, as Boost.Program_options shows them: `-n [ --processes ] P`, `--model FILE`."""
    found = []
    for short, long_in_brackets, long_alone, other_short in re.findall(
            r"^  (?:(-\w) \[ (--[\w-]+) \]|(--[\w-]+)|(-\w)(?= ))", page, re.MULTILINE):
        found += [word for word in (short, long_in_brackets, long_alone, other_short) if word]
    return sorted(set(found))


def roff(text):
    """Text that troff prints as it is."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").splitlines()
    return "\n".join("\\&" + line if line[:1] in ".'" else line for line in lines)


def manual(name, summary, page, version, others):
    usage, _, rest = page.partition("\n\n")
    usage = usage.replace("Usage: ", "", 1)
    see = ", ".join(f".BR {other} (1)" for other in others).replace(", .BR", ",\n.BR")
    return (f'.TH {name.upper()} 1 "" "revprof {version}" "User Commands"\n.SH NAME\n{roff(name)} \\- {roff(summary)}\n'
            f".SH SYNOPSIS\n.nf\n{roff(usage)}\n.fi\n.SH DESCRIPTION\n.nf\n{roff(rest)}\n.fi\n.SH SEE ALSO\n{see}\n")


BASH = """# Completion of revprof and characterize; made from their --help.
_revprof() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} command=${{COMP_WORDS[1]}} i
  # Behind -- stands a program of the user's, and its arguments.
  for ((i = 1; i < COMP_CWORD; ++i)); do
    if [ "${{COMP_WORDS[i]}}" = -- ]; then COMPREPLY=($(compgen -A command -f -- "$word")); return; fi
  done
  [ "${{COMP_WORDS[0]##*/}}" = characterize ] && command=characterize
  if [ "$COMP_CWORD" -eq 1 ] && [ "$command" != characterize ]; then
    COMPREPLY=($(compgen -W "{commands}" -- "$word")); return
  fi
  case $word in
    -*)
      case $command in
{cases}
      esac ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}}
complete -o filenames -F _revprof revprof characterize
"""

ZSH = """#compdef revprof characterize
# Made from --help.
local command=$words[2]
[[ ${{words[1]:t}} == characterize ]] && command=characterize
if (( CURRENT == 2 )) && [[ $command != characterize ]]; then
  compadd {commands}
  return
fi
if (( ${{words[(i)--]}} < CURRENT )); then
  _normal
  return
fi
if [[ $PREFIX == -* ]]; then
  case $command in
{cases}
  esac
else
  _files
fi
"""


def main():
    version, folder, revprof, characterize = sys.argv[1], *map(pathlib.Path, sys.argv[2:5])
    front = help_of(revprof)
    commands = commands_of(front)
    pages = {name: help_of(revprof, name) for name in commands}
    names = ["revprof"] + [f"revprof-{name}" for name in commands] + ["characterize"]
    (folder / "man1").mkdir(parents=True, exist_ok=True)

    def write_manual(name, summary, page):
        others = [other for other in names if other != name]
        (folder / "man1" / f"{name}.1").write_text(manual(name, summary, page, version, others), encoding="utf-8")

    write_manual("revprof", SUMMARY["revprof"], front)
    pages_of_all = {**pages, "characterize": help_of(characterize)}
    for name, page in pages.items():
        write_manual(f"revprof-{name}", commands[name], page)
    write_manual("characterize", SUMMARY["characterize"], pages_of_all["characterize"])

    options = {name: " ".join(options_of(page)) for name, page in pages_of_all.items()}
    bash = "\n".join(f'        {name}) COMPREPLY=($(compgen -W "{words}" -- "$word")) ;;' for name, words in options.items())
    zsh = "\n".join(f"    {name}) compadd -- {words} ;;" for name, words in options.items())
    all_commands = " ".join([*commands, "help", "--version"])
    (folder / "revprof.bash").write_text(BASH.format(commands=all_commands, cases=bash), encoding="utf-8")
    (folder / "_revprof").write_text(ZSH.format(commands=all_commands, cases=zsh), encoding="utf-8")


if __name__ == "__main__":
    main()
