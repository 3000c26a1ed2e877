package import TruthsText

/// A finding: an error or warning with its place in a source.
///
/// Messages are in lower case without a full stop; words of the user are in backticks. The page of the code
/// (`DiagnosticPage`) explains why the rule matters and how to fix it in general; `help`, `notes` and `fixes` are specific to
/// this finding.
package struct Diagnostic: Hashable, Sendable, Error {
  package var code: DiagnosticCode
  package var severity: Severity
  /// The problem, in one line.
  package var message: String
  /// The exact characters with the problem.
  package var span: Span
  /// A few words shown under the span; without them only carets are shown.
  package var label: String?
  /// Advice for this particular case, in one line.
  package var help: String?
  package var guidance: Guidance
  /// The text that could not be parsed, for which a fix may still be found by trial.
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

  /// The degree to which the help is specific. General help is replaced by a suggestion that was found by trial.
  package enum Guidance: UInt8, Hashable, Sendable {
    /// The help states the author's intention.
    case exact
    /// The help says what the grammar expects, which is right unless the author intended another form.
    case grammatical
    /// The help lists everything that the place of the finding allows.
    case general
  }

  /// A text of the grammar that could not be parsed.
  package struct UnreadText: Hashable, Sendable {
    /// The grammar rule by which the text was parsed.
    package enum Form: UInt8, Hashable, Sendable {
      case clause, requirement, expression, output, row, type, field, states, move, fact, artifact
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

  /// A change of the source that resolves the finding.
  package struct Fix: Hashable, Sendable {
    /// The effect of the fix, as an imperative: "quote the whole clause".
    package var title: String
    package var edits: [Edit]
    /// Whether the fix certainly keeps the author's intention; only safe fixes are applied automatically.
    package var isSafe: Bool

    package init(_ title: String, _ edits: [Edit], isSafe: Bool) {
      self.title = title
      self.edits = edits
      self.isSafe = isSafe
    }
  }

  /// The replacement of a span by a text; an empty span inserts.
  package struct Edit: Hashable, Sendable {
    package var span: Span
    package var replacement: String

    package init(_ span: Span, _ replacement: String) {
      self.span = span
      self.replacement = replacement
    }
  }
}

/// The severity of a finding. `run` and `eval` refuse a truth set with errors; with `--strict`, warnings fail too.
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
  /// Whether this finding is shown before another one.
  fileprivate func precedes(_ other: Diagnostic) -> Bool {
    if span != other.span { return span < other.span }
    return (code, message) < (other.code, other.message)
  }
}

// Indices are used throughout, because copying a finding is expensive.
extension [Diagnostic] {
  /// Returns the findings in the order in which they are shown: by place, then code, then message, without duplicates.
  package func inOrder() -> [Diagnostic] {
    // Findings are sorted once; later callers, which filter or print them, find them sorted.
    if areInOrder { return self }
    var sorted = self
    sorted.sort { $0.precedes($1) }
    if sorted.areInOrder { return sorted }
    var result: [Diagnostic] = []
    result.reserveCapacity(sorted.count)
    var start = 0
    for diagnostic in sorted {
      if let last = result.last, last.precedes(diagnostic) { start = result.count }
      if !result[start...].contains(diagnostic) { result.append(diagnostic) }
    }
    return result
  }

  /// Whether the findings are sorted and without duplicates.
  private var areInOrder: Bool {
    indices.dropFirst().allSatisfy { place in
      let (before, span) = (self[place - 1].span, self[place].span)
      return before == span ? self[place - 1].precedes(self[place]) : before < span
    }
  }

  /// The maximum number of findings for one input of data; reading stops at this number (limits §2).
  package static var mostOfData: Int { 1_000 }

  /// Returns the findings in order, at most `mostOfData` of them; a note on the last one then says that there may be more.
  package func toldOfData() -> [Diagnostic] {
    var shown = inOrder()
    guard count >= Self.mostOfData else { return shown }
    if shown.count > Self.mostOfData { shown.removeLast(shown.count - Self.mostOfData) }
    if let last = shown.indices.last {
      shown[last].notes.append(
        Diagnostic.Note("\(Self.mostOfData.grouped) findings are shown; the rest is left out", at: shown[last].span))
    }
    return shown
  }

  package var hasErrors: Bool { indices.contains { self[$0].severity == .error } }
}
