// Clauses and expressions of Truths (docs/reference/clauses.md), and what else stands in one scalar of a file: types, outputs,
// chains of states, heads of declarations, grids. The file around them is YAML: queries/truths has this grammar injected into it.
//
// The grammar takes more than the language does. It colours what is being written; what is wrong is told by `truths check`.

const LEVEL = { or: 1, and: 2, not: 3, test: 4, add: 5, multiply: 6, negate: 7, of: 8, postfix: 9 };

const property = ($) => alias($.name, $.property);
const variable = ($) => alias($.name, $.variable);
const list = (rule) => seq(rule, repeat(seq(",", rule)));

module.exports = grammar({
  name: "truths_clause",

  extras: () => [/\s/],
  word: ($) => $.name,
  conflicts: ($) => [[$._operand, $.spaced_percentage]],

  rules: {
    // A single-quoted or a folded scalar comes with its quotes or its head; a scalar behind `|` is taken for a grid.
    source: ($) =>
      choice(seq(optional($.fold), optional($._statement)), seq($.quote, $._statement, $.quote), $.grid),

    fold: () => />[0-9+-]*[ \t]*(#[^\n]*)?\r?\n/,
    quote: () => "'",

    _statement: ($) => choice($.clause, $.declaration, $.match, $.typed, $.comprehension),

    // Clauses, rows of tables, chains of states

    clause: ($) =>
      choice(
        seq(
          field("condition", $._expression), repeat(seq($.arrow, list($._consequence))), optional($.otherwise_reason),
        ),
        $.approval,
      ),
    arrow: () => choice("→", "->"),
    _consequence: ($) => choice($._expression, $.approval, $.assignment),
    otherwise_reason: ($) => seq("else", choice($._expression, $.approval)),
    assignment: ($) => seq(field("name", property($)), "=", field("value", $._expression)),

    approval: ($) =>
      prec.right(
        seq(
          "requires_approval",
          optional(
            seq("(", optional($.quorum), $.who, repeat(seq("or", $.who)), optional($.exclusion), optional(seq(",", $.text)), ")"),
          ),
        ),
      ),
    quorum: ($) => seq($.number, "of"),
    who: ($) => choice(seq(field("role", choice(alias($.name, $.role), $.text)), optional(seq("by", $._sum))), seq("by", $._sum)),
    exclusion: ($) => seq("not", "by", $._sum),

    // Heads, matches, types, outputs

    declaration: ($) => seq(alias($.name, $.kind), field("name", choice($.path, $.text))),
    path: ($) => seq(alias($.name, $.segment), repeat(seq(".", alias($.name, $.segment)))),
    match: ($) => seq($._expression, "as", variable($)),
    typed: ($) =>
      choice(
        seq($._expression, repeat1($._suffix), optional(seq("=", field("default", $._expression)))),
        seq($._expression, "=", field("default", $._expression)),
      ),
    _suffix: ($) => choice("?", seq("min", $._sum), seq("max", $._sum), seq("named", $.text)),

    comprehension: ($) =>
      seq(
        $._expression,
        choice(seq(repeat1($.loop), optional($.filter), optional($.order)), seq($.filter, optional($.order)), $.order),
      ),
    loop: ($) => seq("for", variable($), "in", field("source", $._operand)),
    filter: ($) => seq("where", $._expression),
    order: ($) => seq("by", $._sum, optional("desc")),

    // Expressions

    _expression: ($) => choice($.conditional, $.quantified, $.logical, $.negated, $.test, $._sum),

    conditional: ($) => prec.right(seq("if", $._expression, "then", $._expression, "else", $._expression)),
    quantified: ($) =>
      prec.right(
        seq(
          choice("some", "every", "no"), variable($), "in", field("source", $._operand), optional($.filter), "satisfies",
          $._expression,
        ),
      ),
    logical: ($) =>
      choice(
        prec.left(LEVEL.or, seq($._expression, "or", $._expression)),
        prec.left(LEVEL.and, seq($._expression, "and", $._expression)),
      ),
    negated: ($) => prec(LEVEL.not, seq("not", $._expression)),
    test: ($) =>
      prec.left(
        LEVEL.test,
        choice(
          seq($._sum, choice("==", "!=", "<", "<=", ">", ">=", "in", seq("not", "in"), "contains", "like"), $._sum),
          seq($._sum, optional("not"), "between", $._sum, "and", $._sum),
          seq($._sum, choice("matches", seq("contains", "matching")), $.pattern),
          seq($._sum, choice("exists", "missing", "empty", seq("not", "empty"))),
        ),
      ),

    _sum: ($) => choice($.arithmetic, $.negative, $.of, $._operand),
    arithmetic: ($) =>
      choice(
        prec.left(LEVEL.add, seq($._sum, choice("+", "-"), $._sum)),
        prec.left(LEVEL.multiply, seq($._sum, choice("*", "/", "%"), $._sum)),
      ),
    negative: ($) => prec(LEVEL.negate, seq("-", $._sum)),
    of: ($) => prec.right(LEVEL.of, seq($._operand, "of", $._sum)),

    _operand: ($) =>
      choice(
        $.number, $.percentage, alias($.spaced_percentage, $.percentage), $.moment, $.text, $.boolean, $.nothing, $.otherwise, $.list,
        $.group, $.current, $.name, $.member, $.index, $.call, $.changed,
      ),
    list: ($) => seq("[", optional(list($._expression)), "]"),
    group: ($) => seq("(", $._expression, ")"),
    current: ($) => seq("the", $.name),
    member: ($) => prec(LEVEL.postfix, seq($._operand, ".", field("member", property($)))),
    index: ($) => prec(LEVEL.postfix, seq($._operand, "[", $._expression, "]")),
    call: ($) => prec(LEVEL.postfix, seq(field("function", choice(alias($.name, $.function), $._operand)), "(", optional(list($._argument)), ")")),
    changed: ($) => prec(LEVEL.postfix, seq($._operand, "with", "(", list($.assignment), ")")),
    _argument: ($) => choice($._expression, $.assignment, $.comprehension, $.falling),
    // Behind the first key of an order, which looks like a further argument.
    falling: ($) => seq($._sum, "desc"),

    // Words and values

    name: () => /[A-Za-z_][A-Za-z0-9_]*/,
    number: () => /\d+(\.\d+)?/,
    percentage: () => /\d+(\.\d+)?%/,
    // Where a blank stands before `%`, it is the operator if an operand follows.
    spaced_percentage: ($) => prec.dynamic(-1, seq($.number, "%")),
    moment: () => /\d{4}-\d{2}-\d{2}(T[0-9:.]+(Z|[+-]\d{2}:\d{2})?)?|\d{1,2}:\d{2}(:\d{2})?/,
    boolean: () => choice("true", "false"),
    nothing: () => "missing",
    otherwise: () => "otherwise",

    text: ($) => seq('"', repeat(choice($.characters, $.escape, $.interpolation)), token.immediate('"')),
    characters: () => token.immediate(prec(1, /[^"\\{}]+/)),
    escape: () => token.immediate(choice(/\\u\{[0-9A-Fa-f]*\}/, /\\(.|\n)/, "{{", "}}")),
    interpolation: ($) => seq(token.immediate("{"), $._expression, "}"),
    // Braces in a pattern are its own.
    pattern: () => token(seq('"', repeat(choice(/[^"\\]/, /\\(.|\n)/)), '"')),

    // A grid is coloured word by word.
    grid: ($) => seq($.literal, repeat($._cell)),
    literal: () => /\|[0-9+-]*[ \t]*(#[^\n]*)?\r?\n/,
    _cell: ($) =>
      choice(
        $.number, $.percentage, $.moment, $.text, $.name, $.boolean, $.nothing, $.otherwise, $.arrow, $.bar, ".", "..", ",", "(", ")",
        "[", "]", "=",
        "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "not", "in", "like", "contains", "between", "and", "or", "exists",
        "empty", "if", "then", "else", "for", "where", "some", "every", "no", "satisfies", "the", "of",
      ),
    bar: () => "|",
  },
});
