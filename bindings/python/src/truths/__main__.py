"""`python3 -m truths export` and `import`: ledgers as Parquet, and back."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn, Optional

from ._errors import FindingsError

# The exits of the command `truths`.
_USAGE, _DATA, _FILE = 64, 65, 66


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(_USAGE, f"{self.prog}: {message}\n")


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs a command; returns its exit."""
    parser = _Parser(prog="python3 -m truths", description="Ledgers as Parquet, and back to the same bytes.")
    commands = parser.add_subparsers(dest="command", required=True, parser_class=_Parser)
    export = commands.add_parser("export", help="write a ledger as Parquet, an entry a row")
    export.add_argument("--ledger", required=True, metavar="FILE", help="the ledger")
    export.add_argument("--to", required=True, choices=["parquet"], help="the form")
    export.add_argument("--output", metavar="FILE", help="what is written; else the name of the ledger with .parquet")
    reverse = commands.add_parser("import", help="write the ledger that was exported")
    reverse.add_argument("parquet", metavar="FILE.parquet", help="what export wrote")
    reverse.add_argument("--ledger", required=True, metavar="FILE", help="the ledger that is written")
    given = parser.parse_args(arguments)
    try:
        from . import parquet

        if given.command == "export":
            output = given.output or os.path.splitext(given.ledger)[0] + ".parquet"
            count = parquet.export_ledger(given.ledger, output)
        else:
            output = given.ledger
            count = parquet.import_ledger(given.parquet, output)
    except ImportError as error:
        return _failed(f"this needs pyarrow: {error}", _FILE)
    except FindingsError as error:
        return _failed(str(error), _DATA)
    except FileExistsError as error:
        return _failed(f"{error.filename or output}: it is there already, and is left as it is: name another file", _USAGE)
    except OSError as error:
        return _failed(f"{error.filename or output}: {error.strerror}", _FILE)
    print(f"{output}: {count} {'entry' if count == 1 else 'entries'}")
    return 0


def _failed(message: str, status: int) -> int:
    print(f"truths: {message}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
