#!/usr/bin/env python3
"""Draws the terminal pictures of the README, docs/pictures/*.svg, from real runs.

    Tools/pictures.py [--check] [TRUTHS]

TRUTHS is the executable, .build/release/truths where it is left out. It runs in a terminal of its own, so that the colours are those that a
person sees. With --check nothing is written: the status is 1 where a picture is not what would be drawn.
"""

import argparse
import html
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs/pictures"
CHARACTER, LINE, MARGIN, BAR = 8.4, 19, 16, 30
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


SCENES = {"run": large_invoice, "check": misspelt}


def seen(command, folder, truths):
    """What a person sees of a command in a terminal."""
    bin = folder / ".bin"
    bin.mkdir()
    (bin / "truths").symlink_to(truths)
    environment = {"PATH": f"{bin}:{os.environ['PATH']}", "TERM": "xterm-256color", "HOME": str(folder), "LC_ALL": "C.UTF-8"}
    master, slave = pty.openpty()
    process = subprocess.Popen(
        ["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=slave, stderr=slave)
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


def spans(line):
    """A line as pairs of text and style, by its escapes."""
    style = ""
    for piece in re.split(r"(\x1b\[[0-9;]*m)", line):
        if not piece.startswith("\x1b"):
            if piece:
                yield piece, style
            continue
        numbers = piece[2:-1].split(";")
        colour = next((COLOURS[number] for number in numbers if number in COLOURS), None)
        style = (' class="b"' if "1" in numbers else "") + (f' style="fill:{colour}"' if colour else "")


def picture(command, lines):
    lines = [f"\x1b[32m$\x1b[0m {command}"] + lines
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    width = round(max(map(len, plain)) * CHARACTER + 2 * MARGIN)
    height = len(lines) * LINE + 2 * MARGIN + BAR
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{html.escape(command)}</title>",
        "<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#e6edf3;white-space:pre}"
        ".b{font-weight:700}</style>",
        f'<rect width="{width}" height="{height}" rx="8" fill="#0d1117"/>',
        *(f'<circle cx="{MARGIN + 6 + 20 * place}" cy="18" r="6" fill="#484f58"/>' for place in range(3)),
    ]
    for place, line in enumerate(lines):
        column = 0
        for text, style in spans(line):
            x, y = MARGIN + column * CHARACTER, BAR + MARGIN + place * LINE + 10
            length = len(text) * CHARACTER
            parts.append(
                f'<text x="{x:.1f}" y="{y}" textLength="{length:.1f}" xml:space="preserve"{style}>{html.escape(text, quote=False)}</text>')
            column += len(text)
    return "\n".join(parts) + "\n</svg>\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("truths", nargs="?", default=ROOT / ".build/release/truths", type=pathlib.Path)
    options = parser.parse_args()
    PICTURES.mkdir(exist_ok=True)
    status = 0
    for name, prepare in SCENES.items():
        with tempfile.TemporaryDirectory() as folder:
            command = prepare(pathlib.Path(folder))
            drawn = picture(command, seen(command, pathlib.Path(folder), options.truths.resolve()))
        file = PICTURES / f"{name}.svg"
        if not options.check:
            file.write_text(drawn)
        elif not file.exists() or file.read_text() != drawn:
            print(f"{file.relative_to(ROOT)} is not what Tools/pictures.py draws", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
