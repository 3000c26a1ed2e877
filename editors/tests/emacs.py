"""Compiles editors/emacs, warnings are errors, opens a file with it, and runs a session of Eglot with the real server. EMACS names the
editor (emacs), TRUTHS the program (truths), EGLOT a folder of Eglot where the editor has none; what is missing is said, and is no failure.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import neovim

TESTS = pathlib.Path(__file__).resolve().parent
MODE = TESTS.parent / "emacs/truths-mode.el"

CHECKS = """(progn
  (find-file "a.truths")
  (font-lock-ensure)
  (defun face-of (piece) (goto-char (point-min)) (search-forward piece) (get-text-property (match-beginning 0) 'face))
  (dolist (expected '((truths-mode . major-mode) (font-lock-keyword-face . (face-of "truth"))
                      (font-lock-function-name-face . (face-of "ordering")) (font-lock-variable-name-face . (face-of "requires"))
                      (font-lock-keyword-face . (face-of "exists")) (font-lock-string-face . (face-of "none"))
                      (font-lock-warning-face . (face-of "reject")) (font-lock-comment-face . (face-of "why"))
                      (font-lock-keyword-face . (face-of "not b"))))
    (unless (eq (car expected) (eval (cdr expected)))
      (error "%S is %S" (cdr expected) (eval (cdr expected)))))
  (unless (equal (funcall (lambda () (mapcar #'car (imenu--make-index-alist)))) '("*Rescan*" "Truth"))
    (error "the index is %S" (imenu--make-index-alist))))"""

TEXT = """truth ordering:
  requires:
    - order_id exists else "none #5"  # why
    - a#b or not b → reject("x")
"""


def main():
    emacs = shutil.which(os.environ.get("EMACS", "emacs"))
    truths = shutil.which(os.environ.get("TRUTHS", "truths"))
    if not emacs:
        print("emacs: skipped, there is no emacs (set EMACS)")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        mode = pathlib.Path(folder) / MODE.name
        shutil.copy(MODE, mode)
        (pathlib.Path(folder) / "a.truths").write_text(TEXT, encoding="utf-8")
        pack = pathlib.Path(folder) / "truths/shop/shop.truths"
        pack.parent.mkdir(parents=True)
        pack.write_text(neovim.PACK, encoding="utf-8")
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "TEST_FILE": str(pack), "TRUTHS": str(pathlib.Path(truths or "truths").resolve())}
        path = ["-L", os.environ["EGLOT"]] if "EGLOT" in os.environ else []

        def runs(*arguments):
            command = [emacs, "-Q", "--batch", *path, *arguments]
            return subprocess.run(command, cwd=folder, env=environment, timeout=300, check=False).returncode == 0

        if not runs("--eval", "(setq byte-compile-error-on-warn t)", "-f", "batch-byte-compile", str(mode)):
            print("emacs: the mode does not compile")
            return 1
        if not runs("-l", "imenu", "-l", f"{mode}c", "--eval", CHECKS):
            print("emacs: the mode fails")
            return 1
        print("emacs: compiled without warnings; colours, index")
        if not truths or not runs("--eval", "(unless (require 'eglot nil t) (kill-emacs 7))"):
            print("emacs: no session, there is no Eglot or no truths (set EGLOT, TRUTHS)")
            return 0
        if not runs("-l", "eglot", "-l", f"{mode}c", "-l", str(TESTS / "eglot.el")):
            print("emacs: the session failed")
            return 1
        print("emacs: a session of Eglot: a finding, renaming")
    return 0


if __name__ == "__main__":
    sys.exit(main())
