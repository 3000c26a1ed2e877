package import TruthsText

/// One finding: what is wrong, and where.
///
/// Messages are lower case without a full stop; the user's own words stand in backticks. Why it matters and how to mend it in
/// general stand on the page of the code (``DiagnosticPage``); what is particular to this finding stands in `help`, `notes` and
/// `fixes`.
package struct Diagnostic: Hashable, Sendable, Error {
  package var code: DiagnosticCode
  package var severity: Severity
  /// What is wrong, in one line.
  package var message: String
  /// The exact characters that are wrong.
  package var span: Span
  /// A few words to stand under the span; without them the carets stand alone.
  package var label: String?
  /// How to mend this very case, in one line.
  package var help: String?
  package var guidance: Guidance
  /// The text that could not be read, where it may still be found out what was meant.
  package var unread: UnreadText?
  package var notes: [Note]
  package var fixes: [Fix]

  package init(
    _ code: DiagnosticCode, _ severity: Severity, _ message: String, at span: Span, label: String? = nil, help: String? = nil,
    guidance: Guidance = .exact, notes: [Note] = [], fixes: [Fix] = []
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.span = span
    self.label = label
    self.help = help
    self.guidance = help == nil && fixes.isEmpty ? .general : guidance
    self.notes = notes
    self.fixes = fixes
  }

  /// How much the help knows of what was meant. Only help that knows little gives way to a proposal that is found by trial.
  package enum Guidance: UInt8, Hashable, Sendable {
    /// It says what was meant here.
    case exact
    /// It says what the grammar wants here, which is right unless another form was meant.
    case grammatical
    /// It says what may stand in such a place.
    case general
  }

  /// A text of the grammar that could not be read.
  package struct UnreadText: Hashable, Sendable {
    /// What it was read as.
    package enum Form: UInt8, Hashable, Sendable {
      case clause, requirement, expression, output, row, type, field, moves, fact, artifact
    }

    package var form: Form
    package var span: Span

    package init(_ form: Form, at span: Span) {
      self.form = form
      self.span = span
    }
  }

  /// Another place that belongs to the finding, such as where a name was declared.
  package struct Note: Hashable, Sendable {
    package var message: String
    package var span: Span

    package init(_ message: String, at span: Span) {
      self.message = message
      self.span = span
    }
  }

  /// A change of the source that mends the finding.
  package struct Fix: Hashable, Sendable {
    /// What the fix does, as an order: "quote the whole clause".
    package var title: String
    package var edits: [Edit]
    /// Whether it keeps what the author meant for certain; only safe fixes run by themselves.
    package var isSafe: Bool

    package init(_ title: String, _ edits: [Edit], isSafe: Bool) {
      self.title = title
      self.edits = edits
      self.isSafe = isSafe
    }
  }

  /// The replacement of one span by a text; an empty span inserts.
  package struct Edit: Hashable, Sendable {
    package var span: Span
    package var replacement: String

    package init(_ span: Span, _ replacement: String) {
      self.span = span
      self.replacement = replacement
    }
  }
}

/// How grave a finding is. `run` and `eval` refuse a set with errors; `--strict` lets warnings fail too.
package enum Severity: String, Hashable, Sendable, CaseIterable {
  case error
  case warning
}

/// A stable code such as `T1003`. A code never changes its meaning.
package struct DiagnosticCode: Hashable, Comparable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  package let description: String

  package init(_ code: String) { description = code }

  package init(stringLiteral value: String) { description = value }

  /// The family, `T0` to `T8` (diagnostics §1).
  package var family: String { String(description.prefix(2)) }

  package static func < (left: DiagnosticCode, right: DiagnosticCode) -> Bool { left.description < right.description }
}

extension Diagnostic {
  /// Whether it is shown before another one.
  fileprivate func precedes(_ other: Diagnostic) -> Bool {
    if span != other.span { return span < other.span }
    return (code, message) < (other.code, other.message)
  }
}

// By place in the list throughout, since a finding is large to copy.
extension [Diagnostic] {
  /// The order in which findings are shown: by place, then code, then message; exact repeats once.
  package func inOrder() -> [Diagnostic] {
    // Findings are put in order once, and looked at again by whoever filters or prints them.
    if areInOrder { return self }
    var found = self
    found.sort { $0.precedes($1) }
    if found.areInOrder { return found }
    var result: [Diagnostic] = []
    result.reserveCapacity(found.count)
    var start = 0
    for diagnostic in found {
      if let last = result.last, last.precedes(diagnostic) { start = result.count }
      if !result[start...].contains(diagnostic) { result.append(diagnostic) }
    }
    return result
  }

  /// Whether each stands before the next, so that none is there twice.
  private var areInOrder: Bool {
    indices.dropFirst().allSatisfy { place in
      let (before, span) = (self[place - 1].span, self[place].span)
      return before == span ? self[place - 1].precedes(self[place]) : before < span
    }
  }

  /// How many findings are told of some data: reading ends with them (limits §2).
  package static var mostOfData: Int { 1_000 }

  /// In the order in which they are shown; where there are as many as are told of data, the last one says that there may be more.
  package func toldOfData() -> [Diagnostic] {
    var told = inOrder()
    guard count >= Self.mostOfData else { return told }
    if told.count > Self.mostOfData { told.removeLast(told.count - Self.mostOfData) }
    if let last = told.indices.last {
      told[last].notes.append(
        Diagnostic.Note("\(Self.mostOfData.grouped) findings are told, and nothing behind them", at: told[last].span))
    }
    return told
  }

  /// Whether one of them is an error.
  package var hasErrors: Bool { indices.contains { self[$0].severity == .error } }
}
