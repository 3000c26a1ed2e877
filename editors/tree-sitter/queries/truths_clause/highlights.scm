; Colours of a clause, for Neovim, Helix and Zed. No node has two patterns: editors differ in which one counts.

[
  "else" "if" "then" "for" "where" "by" "desc" "as" "some" "every" "no" "satisfies" "the" "of" "with" "named" "min" "max"
  "requires_approval"
] @keyword
(otherwise) @keyword
(kind) @keyword

[
  "and" "or" "not" "in" "contains" "like" "matches" "matching" "between" "exists" "missing" "empty"
] @keyword.operator

["==" "!=" "<" "<=" ">" ">=" "=" "+" "-" "*" "/" "%" ".." "?"] @operator
(arrow) @operator

["(" ")" "[" "]"] @punctuation.bracket
["," "."] @punctuation.delimiter
(bar) @punctuation.delimiter
[(fold) (literal) (quote)] @punctuation.special
(interpolation ["{" "}"] @punctuation.special)

(text "\"" @string)
(characters) @string
(escape) @string.escape
(pattern) @string.regexp

[(number) (percentage)] @constant.numeric
(moment) @constant.numeric
(boolean) @constant.builtin.boolean
(nothing) @constant.builtin

((function) @function.macro
  (#match? @function.macro "^(reject|warn|requires_consent)$"))
((function) @function
  (#not-match? @function "^(reject|warn|requires_consent)$"))

((name) @variable.builtin
  (#match? @variable.builtin "^(now|actor|proposal|trigger|start|any)$"))
((name) @variable
  (#not-match? @variable "^(now|actor|proposal|trigger|start|any)$"))
(variable) @variable.parameter
(property) @variable.other.member
(role) @type
(segment) @type
