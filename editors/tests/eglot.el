;;; eglot.el --- a session of Eglot with the server  -*- lexical-binding: t -*-

;; Run by emacs.py: opens the pack of TEST_FILE, sees its finding, renames.

;;; Code:

(setq eglot-sync-connect 60
      eglot-confirm-server-initiated-edits nil
      truths-program (getenv "TRUTHS"))
(find-file (getenv "TEST_FILE"))
(call-interactively #'eglot)
(flymake-mode 1)
(let ((tries 0))
  (while (and (< tries 600) (null (flymake-diagnostics)))
    (setq tries (1+ tries))
    (flymake-start)
    (accept-process-output nil 0.1)))
(unless (string-match-p "T1001" (mapconcat #'flymake-diagnostic-text (flymake-diagnostics) "\n"))
  (error "There is no finding T1001"))
(goto-char (point-min))
(search-forward "double: amount")
(goto-char (match-beginning 0))
(eglot-rename "twice")
(goto-char (point-min))
(search-forward "round(twice")
(kill-emacs 0)
;;; eglot.el ends here
