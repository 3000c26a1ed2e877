;;; truths-mode.el --- Truths: business rules as declarative files  -*- lexical-binding: t -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: languages
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A mode for `.truths' and `.jtbd' files.  Eglot starts `truths lsp' for
;; it, which also takes the fixtures of a set (README.md).

;;; Code:

(defvar eglot-server-programs)

(defgroup truths nil
  "Business rules as declarative files."
  :group 'languages)

(defcustom truths-program "truths"
  "The program `truths': a name that is looked up, or a whole path."
  :type 'string
  :risky t)

(defvar truths-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    (modify-syntax-entry ?' "." table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?. "_" table)
    table)
  "Comments from `#' to the end of the line, texts in double quotes.")

(defconst truths--syntax-propertize
  ;; Within a word, `#' begins no comment.
  (syntax-propertize-rules ("[^ \t\n]\\(#\\)" (1 ".")))
  "What the syntax table cannot say.")

(defconst truths--kinds
  '("pack" "enum" "record" "role" "policy" "fact" "intent" "truth" "table" "invariant" "function" "calendar"
    "lifecycle" "source" "blueprint" "jtbd")
  "The kinds of declarations.")

(defconst truths--font-lock-keywords
  `((,(concat "^\\(" (regexp-opt truths--kinds) "\\)[ \t]+\\(\"[^\"\n]*\"\\|[^ \t\n:#]+\\)[ \t]*:")
     (1 font-lock-keyword-face) (2 font-lock-function-name-face))
    ("#[ \t]*\\(truths:ignore\\)[ \t]+\\(T[0-9]+\\)?" (1 font-lock-preprocessor-face t) (2 font-lock-constant-face t t))
    ("^[ \t]+\\(?:-[ \t]+\\)?\\([A-Za-z_][A-Za-z0-9_]*\\)[ \t]*:\\(?:[ \t]\\|$\\)" 1 font-lock-variable-name-face)
    ("→\\|->" . font-lock-keyword-face)
    (,(regexp-opt '("reject" "warn" "requires_approval" "requires_consent") 'symbols) . font-lock-warning-face)
    (,(regexp-opt
       '("and" "or" "not" "in" "contains" "like" "exists" "missing" "empty" "some" "every" "no" "satisfies" "where"
         "for" "else" "if" "then" "between" "matches" "matching" "otherwise")
       'symbols)
     . font-lock-keyword-face)
    (,(regexp-opt '("true" "false" "now") 'symbols) . font-lock-constant-face)
    (,(regexp-opt '("text" "integer" "decimal" "boolean" "date" "timestamp" "time" "duration" "period" "json") 'symbols)
     . font-lock-type-face)
    ("\\_<[0-9]+\\(?:\\.[0-9]+\\)?\\_>" . font-lock-constant-face))
  "Colours; the server's names are not among them.")

(defvar truths-imenu-generic-expression
  (mapcar (lambda (kind)
            (list (capitalize kind) (concat "^" kind "[ \t]+\\(\"[^\"\n]*\"\\|[^ \t\n:#]+\\)[ \t]*:") 1))
          truths--kinds)
  "Declarations by their kind.")

;;;###autoload
(define-derived-mode truths-mode prog-mode "Truths"
  "A mode for Truths: packs, rules, jobs."
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+[ \t]*")
  (setq-local comment-end "")
  (setq-local indent-tabs-mode nil)
  (setq-local tab-width 2)
  (setq-local indent-line-function #'indent-relative)
  (setq-local syntax-propertize-function truths--syntax-propertize)
  (setq-local font-lock-defaults '(truths--font-lock-keywords))
  (setq-local imenu-generic-expression truths-imenu-generic-expression))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.\\(?:truths\\|jtbd\\)\\'" . truths-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               (cons 'truths-mode (lambda (&rest _) (list truths-program "lsp")))))

(provide 'truths-mode)
;;; truths-mode.el ends here
