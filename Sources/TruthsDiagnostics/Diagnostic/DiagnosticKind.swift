package import TruthsText

/// A kind of diagnostic: its code, and functions that create its diagnostics. The kinds of a family are in `Codes/<family>/`.
/// `docs/diagnostics/<code>.md` explains a kind in general. The documentation comment of each kind names the files that
/// detect it.
package protocol DiagnosticKind: Sendable, SendableMetatype {
  static var id: DiagnosticID { get }
}

/// The code of a kind, and the severity of its diagnostics.
package struct DiagnosticID: Sendable {
  package let code: DiagnosticCode
  package let severity: Severity

  package init(_ code: DiagnosticCode, _ severity: Severity) {
    self.code = code
    self.severity = severity
  }
}

extension DiagnosticKind {
  /// The code, such as `T1003`.
  package static var code: DiagnosticCode { id.code }

  /// The severity of the kind's diagnostics, unless a diagnostic is created with a different severity.
  package static var severity: Severity { id.severity }
}

extension DiagnosticKind {
  /// Creates a diagnostic with the code and severity of this kind.
  package static func make(
    _ message: String, at span: Span, label: String? = nil, help: String? = nil, guidance: Diagnostic.Guidance = .exact,
    notes: [Diagnostic.Note] = [], fixes: [Diagnostic.Fix] = [], severity: Severity? = nil
  ) -> Diagnostic {
    Diagnostic(
      code, severity ?? self.severity, message.bounded, at: span, label: label?.bounded, help: help?.bounded,
      guidance: guidance, notes: notes.bounded,
      fixes: fixes.map { Diagnostic.Fix($0.title.bounded, $0.edits, isSafe: $0.isSafe) })
  }
}

extension [Diagnostic.Note] {
  /// The maximum number of notes of a finding.
  private static var limit: Int { 32 }

  /// The notes that are shown: if there are many, the first ones and the last.
  fileprivate var bounded: [Diagnostic.Note] {
    guard count > Self.limit, let last else { return map { Diagnostic.Note($0.message.bounded, at: $0.span) } }
    let left = count - Self.limit + 1
    let more = Diagnostic.Note("\(left) more of them begin here", at: self[Self.limit - 2].span)
    return (prefix(Self.limit - 2) + [more, last]).map { Diagnostic.Note($0.message.bounded, at: $0.span) }
  }
}

extension String {
  /// The maximum length of a quotation in a message, in scalars; the source frame shows the rest.
  private static let quoteLimit = 160

  /// The maximum length of a message, a help text or a note, in scalars; longer texts are cut.
  private static let limit = 2_000

  /// The text, cut to the limits of messages.
  fileprivate var bounded: String {
    let text = withShortQuotes
    guard text.utf8.count > Self.limit, text.unicodeScalars.count > Self.limit else { return text }
    return String(text.unicodeScalars.prefix(Self.limit)) + "…"
  }

  /// The text with long quotations in backticks cut.
  private var withShortQuotes: String {
    guard utf8.count > Self.quoteLimit else { return self }
    var result = String.UnicodeScalarView()
    var isQuote = false
    var length = 0
    for scalar in unicodeScalars {
      if scalar == "`" {
        isQuote.toggle()
        length = 0
      } else if isQuote {
        length += 1
        if length > Self.quoteLimit + 1 { continue }
        if length > Self.quoteLimit {
          result.append("…")
          continue
        }
      }
      result.append(scalar)
    }
    return String(result)
  }
}
