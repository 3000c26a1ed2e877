import Testing
import Truths
import TruthsDiagnostics
import TruthsTestSupport
import TruthsText

/// Safe fixes do not make a set worse: readable declarations keep their meaning, and the fixed findings disappear.
@Suite("Safe fixes")
struct FixTests {
  @Test("of every text of this repository: none is left, no declaration changes its meaning, no error is new")
  func repository() {
    var count = 0
    for set in RepositoryTexts.sets {
      let files = set.files.map { SourceText(path: $0.path, bytes: $0.bytes) }
      let before = Workspace(truths: files)
      let report = FixReport(before)
      let after =
        report.rewrites.isEmpty
        ? before : Workspace(truths: files.map { file in report.rewrites.first { $0.path == file.path }?.file ?? file })
      let (old, new) = (before.check().diagnostics, after.check().diagnostics)
      #expect(new == report.findings.diagnostics, "\(set.name)")
      #expect(!new.contains { $0.fixes.contains(where: \.isSafe) }, "\(set.name)")
      #expect(errors(new) <= errors(old), "\(set.name)\n\(report.applied)\n\(report.findings.text())")
      #expect(report.applied.isEmpty == !old.contains { $0.fixes.contains(where: \.isSafe) }, "\(set.name)")
      #expect(report.applied.isEmpty == report.rewrites.isEmpty, "\(set.name)")
      count += report.applied.count
      if !report.rewrites.isEmpty { keepsWhatWasWhole(before, after, set.name) }
    }
    #expect(count > 20)
  }

  /// Rules that make no sense together (T43) are seen only once they can be read.
  private func errors(_ diagnostics: [Diagnostic]) -> Int {
    diagnostics.count { $0.severity == .error && !$0.code.description.hasPrefix("T43") }
  }

  /// Declarations of files that were free of findings of the syntax are hashed as before.
  private func keepsWhatWasWhole(_ before: Workspace, _ after: Workspace, _ name: String) {
    let faulty = Set(before.check().diagnostics.filter { $0.code.family == "T0" }.map(\.span.file))
    guard faulty.isEmpty else { return }
    #expect(before.hashed == nil || before.hashed == after.hashed, "\(name)")
  }

  /// Clauses with unambiguous mistakes, and the clauses after the fix.
  static let mistakes: [(wrong: String, right: String)] = [
    ("a == 1 && b == 2", "a == 1 and b == 2"), ("a == 1 || b == 2 && c", "a == 1 or b == 2 and c"),
    ("0 < a < 10", "0 < a and a < 10"),
    ("a = 1", "a == 1"), ("text not exists", "text missing"), ("text == “x”", "text == \"x\""),
    ("\"x\" == text", "'\"x\" == text'"),
    ("a > 0 else \"no #1\"", "'a > 0 else \"no #1\"'"),
    ("0 < a < 10 && 0 < b < 10 || c", "0 < a and a < 10 and 0 < b and b < 10 or c"),
    (".5 < a && text not exists", "0.5 < a and text missing"),
  ]

  /// Returns a set with each clause in a truth of a separate intent, because the clauses together need not make sense.
  private func set(_ clauses: [String]) -> [SourceText] {
    let truths = clauses.enumerated().map { index, clause in
      """

      intent act_\(index):
        fields:
          a: decimal
          b: decimal
          c: boolean
          text: text

      truth acting_\(index):
        when:
          - intent: act_\(index)
        requires:
          - \(clause)
        produces:
          - trace.demo.acting

      """
    }
    let text = "pack demo:\n  summary: Words\n" + truths.joined()
    return [SourceText(path: "truths/demo/demo.truths", bytes: Array(text.utf8))]
  }

  @Test("one by one and all at once come to what was meant")
  func mistakes() throws {
    for clauses in Self.mistakes.map({ [$0] }) + [Self.mistakes] {
      let report = FixReport(Workspace(truths: set(clauses.map(\.wrong))))
      let mended = try #require(report.rewrites.first, "\(clauses)").file
      let right = Workspace(truths: set(clauses.map(\.right)))
      #expect(!report.findings.hasErrors, "\(report.findings.text())")
      #expect(right.hashed != nil, "\(right.check().text())")
      #expect(Workspace(truths: [mended]).hashed == right.hashed, "\(clauses)")
    }
  }

  @Test("what may not be written, or is not looked at, is left alone")
  func limits() {
    let workspace = Workspace(truths: set(["a = 1"]))
    #expect(FixReport(workspace, isWritable: { _ in false }).rewrites.isEmpty)
    #expect(FixReport(workspace, isShown: { _ in false }).rewrites.isEmpty)
    #expect(FixReport(workspace, isShown: { _ in false }).findings.isEmpty)
    #expect(FixReport(workspace).applied == ["truths/demo/demo.truths:15:9: write `==` (T0054)"])
  }
}

extension FixReport.Rewrite {
  var file: SourceText { SourceText(path: path, bytes: new) }
}
