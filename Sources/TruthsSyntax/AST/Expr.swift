package import TruthsText

/// An expression of clauses §2, with the place that it was read from.
///
/// Redundant brackets leave no trace in the tree, so two clauses that differ only in them are equal up to their spans.
package struct Expr: Hashable, Sendable {
  package var span: Span
  package var kind: Kind

  package init(_ kind: Kind, at span: Span) {
    self.kind = kind
    self.span = span
  }

  package indirect enum Kind: Hashable, Sendable {
    case number(Decimal)
    /// `40%`, with the number that it is: 0.4.
    case percent(Decimal)
    case text(TextLiteral)
    case boolean(Bool)
    case list([Expr])
    /// A bare word: a variable, field, policy, fact type's first segment …
    case name(String)
    /// `base.word`: a member of a value, or a part of a dotted name
    case member(Expr, Name)
    /// `F(key = value, …)`: a fact type or lifecycle with its keys, or a record that is made
    case keyed(Expr, [KeyArgument])
    /// `r with (field = value, …)`: a copy of a record in which some fields differ
    case with(Expr, [KeyArgument])
    /// `the F`: the current fact of a type, as a record
    case current(Expr)
    case negate(Expr)
    case not(Expr)
    case and(Expr, Expr)
    case or(Expr, Expr)
    case binary(BinaryOperator, Expr, Expr)
    /// `x exists`, `x missing`, `x empty`, `x not empty`
    case test(TestOperator, Expr)
    case quantified(Quantified)
    case aggregate(Aggregate)
    /// `f(a, b)`: a function or table
    case call(Name, [Expr])
    /// `l[1]`: an element of a list by its position
    case element(Expr, Expr)
    /// `if C then A else B`: a choice between two values
    case conditional(Conditional)
    /// `x between a and b`; `x not between a and b` is its `not`
    case between(Expr, low: Expr, high: Expr)
    /// Source that could not be read; a diagnostic has been reported.
    case error
  }
}

/// A word with its place.
package struct Name: Hashable, Sendable {
  package var text: String
  package var span: Span

  package init(_ text: String, at span: Span) {
    self.text = text
    self.span = span
  }
}

/// An argument with a name: `key = value` inside `F(…)`.
package struct KeyArgument: Hashable, Sendable {
  package var name: Name
  package var value: Expr

  package init(name: Name, value: Expr) {
    self.name = name
    self.value = value
  }
}

/// The operators between two sums or products. `not in` is an operator of its own, as in the grammar.
package enum BinaryOperator: String, Hashable, Sendable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case isIn = "in"
  case isNotIn = "not in"
  case contains = "contains"
  case like = "like"
  /// The right side is a pattern as a text, in which nothing is replaced (clauses §5).
  case matches = "matches"
  case containsMatching = "contains matching"
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
}

extension BinaryOperator {
  /// Whether the right side is a pattern.
  package var wantsPattern: Bool { self == .matches || self == .containsMatching }

  /// Whether the operator is `+`, `-`, `*`, `/` or `%`.
  package var isArithmetic: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide, .remainder: true
    default: false
    }
  }

  /// Whether the operator is `==`, `!=`, `<`, `<=`, `>` or `>=`.
  package var isComparison: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }
}

/// The tests that follow their operand.
package enum TestOperator: String, Hashable, Sendable, CaseIterable {
  case exists
  case missing
  case empty
  case notEmpty = "not empty"
}

/// `if C then A else B` (clauses §11); the branch `missing` is `nil`.
package struct Conditional: Hashable, Sendable {
  package var condition: Expr
  package var consequence: Expr?
  package var alternative: Expr?

  package init(condition: Expr, consequence: Expr?, alternative: Expr?) {
    self.condition = condition
    self.consequence = consequence
    self.alternative = alternative
  }

  /// The condition, then the branches that are not `missing`.
  package var parts: [Expr] { [condition] + [consequence, alternative].compactMap(\.self) }
}

/// A quantifier over a list or over facts: `some x in S where C satisfies B`.
package struct Quantified: Hashable, Sendable {
  package var quantifier: Quantifier
  package var variable: Name
  package var source: Expr
  package var filter: Expr?
  package var body: Expr

  package init(quantifier: Quantifier, variable: Name, source: Expr, filter: Expr?, body: Expr) {
    self.quantifier = quantifier
    self.variable = variable
    self.source = source
    self.filter = filter
    self.body = body
  }
}

package enum Quantifier: String, Hashable, Sendable {
  case some
  case every
  case no
}

/// `sum(value for x in S where C by K desc)`, `count(x in S where C)`
package struct Aggregate: Hashable, Sendable {
  package var function: AggregateFunction
  /// The value that is added or compared; `nil` for `count`.
  package var value: Expr?
  /// Loops, at least one.
  package var loops: [Loop]
  package var filter: Expr?
  package var order: [OrderKey]

  package init(function: AggregateFunction, value: Expr?, loops: [Loop], filter: Expr?, order: [OrderKey]) {
    self.function = function
    self.value = value
    self.loops = loops
    self.filter = filter
    self.order = order
  }

  /// A loop variable and its source: `x in S`.
  package struct Loop: Hashable, Sendable {
    package var variable: Name
    package var source: Expr

    package init(variable: Name, source: Expr) {
      self.variable = variable
      self.source = source
    }
  }

  /// One key of `by`.
  package struct OrderKey: Hashable, Sendable {
    package var value: Expr
    package var isDescending: Bool

    package init(value: Expr, isDescending: Bool) {
      self.value = value
      self.isDescending = isDescending
    }
  }
}

package enum AggregateFunction: String, Hashable, Sendable, CaseIterable {
  case sum
  case mean
  case min
  case max
  case list
  case count
  /// The value for the first element in the order of `by`, or the last (clauses §7).
  case first, last

  /// Whether the word without `for` is a function of several values or of a list.
  package var isFunctionToo: Bool { self != .list && self != .count }
}

/// A text in double quotes: literal stretches and `{expr}` interpolations. `{{` and `}}` are already braces here.
package struct TextLiteral: Hashable, Sendable {
  package var span: Span
  package var parts: [Part]

  package init(parts: [Part], at span: Span) {
    self.parts = parts
    self.span = span
  }

  package enum Part: Hashable, Sendable {
    case literal(String)
    case interpolation(Expr)
  }

  /// The text itself if it has no interpolations; `nil` otherwise.
  package var plain: String? {
    var text = ""
    for part in parts {
      guard case .literal(let stretch) = part else { return nil }
      text += stretch
    }
    return text
  }
}
