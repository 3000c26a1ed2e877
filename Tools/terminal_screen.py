"""A program in a terminal of tmux, whose screen is read with its colours."""

import pathlib
import re
import subprocess
import time

import drawing

# The first sixteen colours, as a dark terminal shows them.
COLOURS = [
    "#484f58", "#ff7b72", "#7ee787", "#e3b341", "#79c0ff", "#d2a8ff", "#76e3ea", "#e6edf3",
    "#6e7681", "#ffa198", "#56d364", "#f2cc60", "#a5d6ff", "#e2c5ff", "#b3f0ff", "#ffffff",
]


def colour(number):
    """The colour of a number of 256: the sixteen, a cube, greys."""
    if number < 16:
        return COLOURS[number]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    parts = ((number - 16) // 36, (number - 16) // 6 % 6, (number - 16) % 6)
    return "#" + "".join(f"{0 if part == 0 else 55 + 40 * part:02x}" for part in parts)


def row(line):
    """A line as runs of text, by its escapes, which hold from line to line only within what tmux prints of one."""
    style = {}
    for piece in re.split(r"(\x1b\[[0-9;]*m)", line):
        if not piece.startswith("\x1b"):
            if piece:
                yield run(piece, style)
            continue
        numbers = [int(number or 0) for number in piece[2:-1].split(";")]
        while numbers:
            apply(numbers, style)


def apply(numbers, style):
    """Takes one attribute off a list of numbers."""
    number = numbers.pop(0)
    if number == 0:
        style.clear()
    elif number in (38, 48):
        kind = numbers.pop(0)
        taken = [numbers.pop(0) for _ in range(1 if kind == 5 else 3)]
        style[number] = colour(taken[0]) if kind == 5 else "#" + "".join(f"{part:02x}" for part in taken)
    elif 30 <= number <= 37 or 90 <= number <= 97:
        style[38] = COLOURS[number - 30 if number < 90 else number - 82]
    elif 40 <= number <= 47:
        style[48] = COLOURS[number - 40]
    elif number in (39, 49):
        style.pop(number - 1, None)
    elif number in (1, 3, 4, 7):
        style[number] = True
    elif number in (22, 23, 24, 27):
        style.pop({22: 1, 23: 3, 24: 4, 27: 7}[number], None)


def run(text, style):
    fill, back = style.get(38), style.get(48)
    if style.get(7):
        fill, back = back or drawing.GROUND, fill or drawing.INK
    return drawing.Run(text, fill, back, bold=1 in style, italic=3 in style, underline=4 in style)


class TerminalScreen:
    """Runs a command of tmux's own server, which ends with it."""

    def __init__(self, command, columns, rows, folder, environment):
        self.socket = pathlib.Path(folder) / ".tmux"
        self.environment = environment
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), "-c", str(folder), *command)
        self.tmux("set-option", "-g", "status", "off")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.tmux("kill-server")

    def tmux(self, *arguments):
        command = ["tmux", "-S", str(self.socket), *arguments]
        return subprocess.run(command, env=self.environment, check=True, stdout=subprocess.PIPE, text=True).stdout

    def wait(self, condition, seconds=60):
        """Waits until a condition holds."""
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise RuntimeError(f"what is waited for did not come; the screen shows\n{self.tmux('capture-pane', '-p')}")
            time.sleep(0.05)

    def drawn(self, title):
        """The screen as an SVG, once it rests."""
        before, seen = None, self.captured()
        while seen != before:
            time.sleep(0.5)
            before, seen = seen, self.captured()
        return drawing.picture(title, [list(row(line)) for line in seen.rstrip("\n").split("\n")])

    def captured(self):
        return self.tmux("capture-pane", "-e", "-p", "-N")
