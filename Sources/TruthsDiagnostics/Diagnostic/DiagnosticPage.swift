package import TruthsText

/// A kind of diagnostic, with its page and the functions that make its diagnostics. The kinds of a family are in
/// `Codes/<family>/`. Documentation, `truths explain` and the tests of samples read the page. The documentation comment of each
/// kind names the files that detect it.
package protocol DiagnosticKind: Sendable, SendableMetatype {
  static var page: DiagnosticPage { get }
}

/// The constant part of a code: its texts, why it matters, and samples that a test runs.
package struct DiagnosticPage: Sendable {
  package let code: DiagnosticCode
  /// The name, such as `unknown-intent`.
  package let name: String
  package let severity: Severity
  /// What is wrong in general, lower case, without a full stop.
  package let title: String
  /// Why it matters, one or two sentences.
  package let why: String
  /// How to fix it, one or two sentences.
  package let mend: String
  /// Samples that yield this code; the first is shown as the wrong one. Never empty.
  package let wrong: [DiagnosticSample]
  /// Corrected samples, which yield nothing. Never empty.
  package let right: [DiagnosticSample]

  package init(
    _ code: DiagnosticCode, _ name: String, _ severity: Severity, title: String, why: String, mend: String,
    wrong: [DiagnosticSample], right: [DiagnosticSample]
  ) {
    self.code = code
    self.name = name
    self.severity = severity
    self.title = title
    self.why = why
    self.mend = mend
    self.wrong = wrong
    self.right = right
  }
}

/// A small truth set with an action, which shows a diagnostic or its absence.
package struct DiagnosticSample: Sendable {
  /// Path below the workspace (`truths/demo/demo.truths`, `context.jsonl`, `Fixtures/demo/a.json`) and text of each file.
  package let files: [(path: String, text: String)]
  package let action: Action
  /// The bytes of the first file if they cannot be shown as text; its `text` then describes them.
  package let bytes: (@Sendable () -> [UInt8])?

  /// What a user does with the files.
  package enum Action: Hashable, Sendable {
    /// `truths check`, which checks fixtures too, with the name of a bundle.
    case check
    /// `truths run --proposal proposal.json`, with `--context context.jsonl` if the sample has that file, `--actor actor.json`
    /// if it has that one, and `--document` for each other JSON file.
    case run
    /// The same with `--append ledger.jsonl --now proposal --actor proposal`.
    case append
    /// As `run`, with `--max-work 100`.
    case runWithLittleWork
    /// `truths check --partition-by FIELD`.
    case partition(by: String)
  }

  package init(_ action: Action = .check, files: [(path: String, text: String)]) {
    self.files = files
    self.action = action
    bytes = nil
  }

  /// The documents of a run, by name.
  package var documents: [(name: String, path: String)] {
    guard action != .check else { return [] }
    let named = ["proposal.json", "actor.json"]
    return files.map(\.path).filter { $0.hasSuffix(".json") && !named.contains($0) && !$0.utf8.contains(UInt8(ascii: "/")) }
      .map { (String($0.dropLast(5)), $0) }
  }

  /// A sample of one file, `truths/demo/demo.truths`.
  package init(_ text: String) {
    self.init(.check, files: [("truths/demo/demo.truths", text)])
  }

  /// A sample of one file with bytes that are not text, or too many to show.
  package init(showing text: String, bytes: @escaping @Sendable () -> [UInt8]) {
    action = .check
    files = [("truths/demo/demo.truths", text)]
    self.bytes = bytes
  }
}

extension DiagnosticKind {
  /// A diagnostic of this kind with the page's code and severity.
  package static func make(
    _ message: String, at span: Span, label: String? = nil, help: String? = nil, guidance: Diagnostic.Guidance = .exact,
    notes: [Diagnostic.Note] = [], fixes: [Diagnostic.Fix] = [], severity: Severity? = nil
  ) -> Diagnostic {
    Diagnostic(
      page.code, severity ?? page.severity, message.bounded, at: span, label: label?.bounded, help: help?.bounded,
      guidance: guidance, notes: notes.bounded,
      fixes: fixes.map { Diagnostic.Fix($0.title.bounded, $0.edits, isSafe: $0.isSafe) })
  }
}

extension [Diagnostic.Note] {
  /// The most notes of a finding.
  private static var limit: Int { 32 }

  /// The notes that are told: of many the first ones and the last.
  fileprivate var bounded: [Diagnostic.Note] {
    guard count > Self.limit, let last else { return map { Diagnostic.Note($0.message.bounded, at: $0.span) } }
    let left = count - Self.limit + 1
    let more = Diagnostic.Note("\(left) more of them begin here", at: self[Self.limit - 2].span)
    return (prefix(Self.limit - 2) + [more, last]).map { Diagnostic.Note($0.message.bounded, at: $0.span) }
  }
}

extension String {
  /// The most scalars of a quotation in a message; the source frame shows the rest.
  private static let quoteLimit = 160

  /// The most scalars of a message, a help or a note: what lists very much is cut.
  private static let limit = 2_000

  /// The text as it is told.
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
