"""Draws rows of text as an SVG that looks like a window of a terminal."""

import html
import itertools
import typing

CHARACTER, LINE, MARGIN, BAR = 8.4, 19, 16, 30
INK, GROUND = "#e6edf3", "#0d1117"


class Run(typing.NamedTuple):
    """Text of one style in a row. Colours are those of CSS; None is the colour of the whole picture."""

    text: str
    fill: str | None = None
    back: str | None = None
    bold: bool = False
    italic: bool = False
    underline: bool = False

    @property
    def style(self):
        rules = ([f"fill:{self.fill}"] if self.fill else []) + (["font-style:italic"] if self.italic else [])
        rules += ["text-decoration:underline"] if self.underline else []
        return (' class="b"' if self.bold else "") + (f' style="{";".join(rules)}"' if rules else "")


def picture(title, rows, ink=INK, ground=GROUND):
    """Rows, each a list of runs, as an SVG."""
    width = round(max(sum(len(run.text) for run in row) for row in rows) * CHARACTER + 2 * MARGIN)
    height = len(rows) * LINE + 2 * MARGIN + BAR
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{html.escape(title)}</title>",
        f"<style>text{{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:{ink};white-space:pre}}"
        ".b{font-weight:700}</style>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{ground}"/>',
        *(f'<circle cx="{MARGIN + 6 + 20 * place}" cy="18" r="6" fill="#484f58"/>' for place in range(3)),
    ]
    for place, row in enumerate(rows):
        top = BAR + MARGIN + place * LINE
        starts = itertools.accumulate((len(run.text) for run in row), initial=0)
        placed = [(MARGIN + column * CHARACTER, len(run.text) * CHARACTER, run) for column, run in zip(starts, row)]
        # All backgrounds of a row come first: a letter may reach into the next cell.
        parts += [
            f'<rect x="{x:.1f}" y="{top - 5}" width="{length:.1f}" height="{LINE}" fill="{run.back}"/>'
            for x, length, run in placed if run.back]
        parts += [
            f'<text x="{x:.1f}" y="{top + 10}" textLength="{length:.1f}" xml:space="preserve"{run.style}>'
            f"{html.escape(run.text, quote=False)}</text>"
            for x, length, run in placed if run.text.strip()]
    return "\n".join(parts) + "\n</svg>\n"
