"""The picture of Emacs with a finding of the server, and the list of findings below it (editors/emacs/README.md)."""

import pathlib

import terminal_screen

MODE = pathlib.Path(__file__).resolve().parent.parent / "editors/emacs"
COLUMNS, ROWS = 92, 33

RULES = """pack shop:
  version: 1.0.0

fact order.placed:
  key: [order_id]
  fields:
    order_id: text
    amount: decimal

intent place_order:
  required: [order_id, amount]
  fields:
    order_id: text
    amount: decimal

truth ordering:
  summary: An order says how much
  when:
    - intent: place_order
  requires:
    - amuont > 0
  invariants:
    - amount > 1000 → reject("{order_id} is too large")
  produces:
    - fact.order.placed
    - trace.order.ordering
"""

SET_UP = """
(setq frame-background-mode 'dark inhibit-startup-screen t make-backup-files nil auto-save-default nil
      eglot-sync-connect 60 eldoc-idle-delay 1000 truths-program "truths")
(defvar picture-file (expand-file-name "ready"))
(menu-bar-mode -1)
(mapc #'frame-set-background-mode (frame-list))
(require 'eglot)
(require 'truths-mode)
(defun picture-ready (tries)
  (cond ((flymake-diagnostics)
         (flymake-show-buffer-diagnostics)
         (dolist (window (window-list))
           (when (string-match-p "diagnostics" (buffer-name (window-buffer window)))
             (with-selected-window window (shrink-window-if-larger-than-buffer))))
         (goto-char (point-min))
         (search-forward "amuont")
         (goto-char (match-beginning 0))
         (message nil)
         (run-with-timer 1 nil (lambda () (write-region "" nil picture-file nil 'silent))))
        ((< tries 600) (run-with-timer 0.1 nil #'picture-ready (1+ tries)))))
(find-file "truths/shop/shop.truths")
(call-interactively #'eglot)
(flymake-mode 1)
(picture-ready 0)
"""


def pictures(program, eglot, folder, environment):
    """The picture by its name. `eglot` is the folder of Eglot, or none where Emacs has it."""
    for path, text in {"truths/shop/shop.truths": RULES, "set-up.el": SET_UP}.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    paths = [option for one in (MODE, eglot) if one for option in ("-L", str(one))]
    command = [str(program), "-nw", "-Q", *paths, "-l", "set-up.el"]
    with terminal_screen.TerminalScreen(command, COLUMNS, ROWS, folder, environment) as emacs:
        emacs.wait((folder / "ready").exists)
        yield "emacs", emacs.drawn("Emacs: a finding of the server, and the list of findings below it")
