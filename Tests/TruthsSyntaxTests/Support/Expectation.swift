import Testing
import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// The expected finding about a text: the code, the whole message, the characters in `«…»`, and the text after the fix.
struct Expectation: Sendable, CustomTestStringConvertible {
  let code: DiagnosticCode
  let message: String
  let marked: String
  var mended: String?
  var severity = Severity.error

  init(_ code: DiagnosticCode, _ message: String, _ marked: String, mended: String? = nil, severity: Severity = .error) {
    self.code = code
    self.message = message
    self.marked = marked
    self.mended = mended
    self.severity = severity
  }

  var testDescription: String { "\(code) \(marked.prefix(60))" }

  /// Compares with findings about the unmarked text.
  func check(_ diagnostics: [Diagnostic], _ file: SourceFile, _ location: SourceLocation = #_sourceLocation) {
    let range = MarkedText(marked).ranges.first
    #expect(diagnostics.count == 1, "\(diagnostics.map(\.message))", sourceLocation: location)
    guard let found = diagnostics.first else { return }
    #expect(found.code == code, sourceLocation: location)
    #expect(found.severity == severity, sourceLocation: location)
    #expect(found.message == message, sourceLocation: location)
    #expect(Int(found.span.start)..<Int(found.span.end) == range, "«\(file.text(found.span))»", sourceLocation: location)
    guard let mended else { return }
    #expect(apply(found.fixes.first, to: file) == mended, sourceLocation: location)
  }

  private func apply(_ fix: Diagnostic.Fix?, to file: SourceFile) -> String? {
    guard let fix else { return nil }
    var bytes = file.bytes
    for edit in fix.edits.sorted(by: { $1.span < $0.span }) {
      bytes.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: Array(edit.replacement.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
