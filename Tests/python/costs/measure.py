"""Runs the command on a shape of a size, and measures what it took."""

import os
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
from dataclasses import dataclass

import commands
from project import Project

#: Where a process ends with a signal, nobody reads its stack; and tables of hashes do not differ from run to run.
ENVIRONMENT = {**os.environ, "SWIFT_BACKTRACE": "enable=no", "SWIFT_DETERMINISTIC_HASHING": "1"}


@dataclass
class Cost:
    """What one process took."""

    status: int
    seconds: float
    mebibytes: float
    printed: int
    is_stopped: bool
    complaint: str = ""


class Folder:
    """The files of a shape of a size, in a folder of its own."""

    def __init__(self, files):
        self.path = tempfile.mkdtemp(prefix="costs-")
        self.files = files
        self.size = 0
        less = {
            "less/" + path.removeprefix("truths/"): text
            for path, text in Project().written().items()
            if path.startswith("truths/")
        }
        for path, text in {**less, **files}.items():
            data = text if isinstance(text, bytes) else text.encode()
            self.size += len(data)
            os.makedirs(os.path.dirname(os.path.join(self.path, path)) or ".", exist_ok=True)
            with open(os.path.join(self.path, path), "wb") as file:
                file.write(data)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)


def run(truths, folder, command, seconds, mebibytes=4096):
    """Runs a command, and ends it after so many seconds of its processor time."""
    words = [
        word.replace("{document}", next((p for p in folder.files if p.startswith("d.")), "d.json"))
        for word in commands.COMMANDS[command]
    ]
    given = commands.framed(commands.session(folder.files), folder.path) if command == "lsp" else b""
    with tempfile.TemporaryFile() as entered, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        entered.write(given)
        entered.seek(0)

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))
            resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        child = subprocess.Popen(
            [truths, *words], cwd=folder.path, stdin=entered, stdout=out, stderr=err, preexec_fn=limit, env=ENVIRONMENT
        )
        timer = threading.Timer(seconds * 40, child.kill)
        timer.start()
        _, ended, usage = os.wait4(child.pid, 0)
        timer.cancel()
        child.returncode = os.waitstatus_to_exitcode(ended)
        err.seek(0)
        complaint = err.read(4000).decode("utf-8", "replace")
        used = usage.ru_utime + usage.ru_stime
        is_stopped = child.returncode in (-signal.SIGXCPU, -signal.SIGKILL) and used >= seconds * 0.5
        printed = os.fstat(out.fileno()).st_size + os.fstat(err.fileno()).st_size
    return Cost(child.returncode, used, usage.ru_maxrss / 1024, printed, is_stopped, complaint)
