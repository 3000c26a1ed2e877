"""A folder that keeps a client's queue and view while its program does not run (contract §16)."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from types import TracebackType

from .errors import ProtocolError, StateFileError
from .jsontext import JSONObject, read_object, write

try:
    import fcntl
except ImportError:  # pragma: no cover - a system without it
    fcntl = None  # type: ignore[assignment,unused-ignore]

#: The largest file that is read.
LARGEST_FILE = 1 << 30


class StateFolder:
    """`queue.json`, written before a proposal is sent, and `view.json`, written now and then.

    A file is replaced whole, and is on the disk before the call returns: a crash leaves the old file or the new one.
    One program uses a folder at a time. Files are readable by their owner alone.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        """Makes the folder where there is none. Raises :class:`StateFileError` while another program uses it."""
        self.folder = Path(folder)
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as fault:
            raise StateFileError(f"{self.folder}: {fault.strerror}; name a folder that can be written") from fault
        if fcntl is None:
            return
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            os.close(self._lock)
            raise StateFileError(f"{self.folder}: another program uses it; give each its own folder") from fault

    def load(self, name: str) -> JSONObject | None:
        """What was saved under a name; `None` where nothing was. Raises :class:`StateFileError` where it cannot be read."""
        path = self.folder / f"{name}.json"
        try:
            if path.stat().st_size > LARGEST_FILE:
                raise StateFileError(f"{path}: larger than {LARGEST_FILE} bytes; move it away to begin anew")
            return read_object(path.read_bytes())
        except FileNotFoundError:
            return None
        except OSError as fault:
            raise StateFileError(f"{path}: {fault.strerror}") from fault
        except ProtocolError as fault:
            raise StateFileError(f"{path}: {fault}; move it away to begin anew") from fault

    def save(self, name: str, value: JSONObject) -> None:
        """Replaces what is saved under a name. Raises :class:`StateFileError` where the disk refuses; then the old file stays."""
        path = self.folder / f"{name}.json"
        try:
            descriptor, temporary = tempfile.mkstemp(prefix=f".{name}-", dir=self.folder)
            try:
                with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                    file.write(write(value) + "\n")
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(temporary, path)
            except BaseException:
                Path(temporary).unlink(missing_ok=True)
                raise
            folder = os.open(self.folder, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        except OSError as fault:
            raise StateFileError(f"{path}: {fault.strerror}; the proposal is not kept") from fault

    def close(self) -> None:
        """Lets others use the folder."""
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def __enter__(self) -> StateFolder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None,
    ) -> None:
        self.close()
