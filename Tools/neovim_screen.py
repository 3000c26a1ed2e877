"""A Neovim whose screen is read through its UI protocol (`:help ui-linegrid`): what is in each cell, without a terminal between."""

import itertools
import subprocess

import msgpack

import drawing

REQUEST, RESPONSE, NOTIFICATION = 0, 1, 2


class NeovimScreen:
    """Runs Neovim without a user's configuration."""

    def __init__(self, program, arguments, columns, rows, folder, environment):
        self.process = subprocess.Popen(
            [program, "--embed", "--clean", *arguments], cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        # Handles of buffers and windows are of no use here.
        self.unpacker = msgpack.Unpacker(strict_map_key=False, ext_hook=lambda code, data: None)
        self.numbers = itertools.count()
        self.columns, self.rows = columns, rows
        self.cells, self.highlights, self.cursor = [], {0: {}}, (0, 0)
        self.ink = self.ground = None
        self.request("nvim_ui_attach", columns, rows, {"rgb": True, "ext_linegrid": True})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    # What is asked

    def lua(self, chunk, *arguments):
        """What a chunk of Lua returns."""
        return self.request("nvim_exec_lua", chunk, arguments)

    def wait(self, condition, *arguments):
        """Waits until an expression of Lua holds; `given` in it is the list of the arguments."""
        chunk = f"local given = {{ ... }} return (vim.wait(60000, function() return {condition} end, 20))"
        if not self.lua(chunk, *arguments):
            raise RuntimeError(f"Neovim waited in vain for {condition} of {arguments}; it shows\n{self.text}")

    def request(self, method, *arguments):
        number = next(self.numbers)
        self.process.stdin.write(msgpack.packb([REQUEST, number, method, arguments]))
        self.process.stdin.flush()
        while True:
            message = self.received()
            if message[0] == NOTIFICATION and message[1] == "redraw":
                for name, *calls in message[2]:
                    for call in calls:
                        getattr(self, f"on_{name}", self.ignore)(*call)
            elif message[0] == RESPONSE and message[1] == number:
                if message[2]:
                    raise RuntimeError(f"{method}: {message[2]}")
                return message[3]

    def received(self):
        while True:
            try:
                return self.unpacker.unpack()
            except msgpack.OutOfData:
                piece = self.process.stdout.read1()
                if not piece:
                    raise RuntimeError("Neovim has ended") from None
                self.unpacker.feed(piece)

    # Events, by their names in the protocol

    def ignore(self, *_):
        pass

    def on_default_colors_set(self, ink, ground, *_):
        self.ink, self.ground = ink, ground

    def on_hl_attr_define(self, highlight, attributes, *_):
        self.highlights[highlight] = attributes

    def on_grid_resize(self, _, columns, rows):
        self.columns, self.rows = columns, rows
        self.on_grid_clear()

    def on_grid_clear(self, *_):
        self.cells = [[(" ", 0)] * self.columns for _ in range(self.rows)]

    def on_grid_line(self, _, row, column, cells, *__):
        highlight = 0
        for text, *more in cells:
            highlight = more[0] if more else highlight
            for _ in range(more[1] if len(more) > 1 else 1):
                self.cells[row][column] = (text, highlight)
                column += 1

    def on_grid_scroll(self, _, top, bottom, left, right, distance, __):
        moved = {row: self.cells[row + distance][left:right] for row in range(top, bottom) if top <= row + distance < bottom}
        for row, cells in moved.items():
            self.cells[row][left:right] = cells

    def on_grid_cursor_goto(self, _, row, column):
        self.cursor = (row, column)

    # What is seen

    @property
    def text(self):
        return "\n".join("".join(text for text, _ in cells).rstrip() for cells in self.cells)

    def drawn(self, title):
        """The screen as an SVG, the cursor as a block."""
        # Redrawing is over before a later request is answered.
        self.request("nvim_command", "redraw!")
        self.request("nvim_get_mode")
        rows = [
            [self.run("".join(text for text, _ in group), *look) for look, group in itertools.groupby(self.looks(row), lambda cell: cell[1])]
            for row in range(self.rows)]
        return drawing.picture(title, rows, colour(self.ink), colour(self.ground))

    def looks(self, row):
        """The cells of a row, each with what decides its colours."""
        for column, (text, highlight) in enumerate(self.cells[row]):
            yield text, (highlight, (row, column) == self.cursor)

    def run(self, text, highlight, under_cursor):
        attributes = self.highlights[highlight]
        fill, back = attributes.get("foreground"), attributes.get("background")
        if attributes.get("reverse", False) != under_cursor:
            fill, back = self.ground if back is None else back, self.ink if fill is None else fill
        return drawing.Run(text, colour(fill), colour(back), attributes.get("bold", False), attributes.get("italic", False))


def colour(number):
    return None if number is None else f"#{number:06x}"
