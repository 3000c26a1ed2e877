import Testing
import TruthsDiagnostics
import TruthsText

@Suite("A report for people")
struct HumanRendererTests {
  private static let marked = Marked("pack demo:\n  uses: [⟦trsut⟧]\n")

  private func finding(_ severity: Severity = .error, help: String? = "did you mean `trust`?") -> Diagnostic {
    let place = Self.marked.span
    return Diagnostic(
      "T9999", severity, "there is no pack `trsut`", at: place, label: "unknown", help: help,
      notes: [Diagnostic.Note("packs are declared here", at: Span(file: place.file, start: 0, end: 4))],
      fixes: [
        Diagnostic.Fix("write `trust`", [Diagnostic.Edit(place, "trust")], isSafe: true),
        Diagnostic.Fix("leave it out", [Diagnostic.Edit(place, "")], isSafe: false),
      ])
  }

  @Test("message, frame, notes, help and fixes stand in this order")
  func whole() {
    #expect(
      HumanRenderer(sources: Self.marked.sources).render(finding()) == """
        error[T9999]: there is no pack `trsut`
         --> truths/demo/demo.truths:2:10
          |
        2 |   uses: [trsut]
          |          ^^^^^ unknown
        note: packs are declared here
         --> truths/demo/demo.truths:1:1
          |
        1 | pack demo:
          | ^^^^
          |
          = help: did you mean `trust`?
          = fix: write `trust`
        2 -   uses: [trsut]
        2 +   uses: [trust]
          = perhaps: leave it out
        2 -   uses: [trsut]
        2 +   uses: []

        """)
  }

  @Test("the summary counts errors, warnings and the files that have them; no finding, no text")
  func summary() {
    let renderer = HumanRenderer(sources: Self.marked.sources)
    #expect(renderer.report([]) == "")
    #expect(renderer.report([finding()]).hasSuffix("\n\n1 error in 1 file\n"))
    var other = finding(.warning)
    other.span = other.span.atStart
    #expect(renderer.summary(of: [finding(), other, finding()]) == "2 errors, 1 warning in 1 file")
    #expect(renderer.summary(of: [other]) == "1 warning in 1 file")
  }

  @Test("findings come by place, a repeated one once")
  func order() {
    var early = finding()
    early.span = early.span.atStart
    early.message = "first"
    let report = HumanRenderer(sources: Self.marked.sources).report([finding(), early, finding()])
    #expect(report.hasPrefix("error[T9999]: first\n"))
    #expect(report.hasSuffix("2 errors in 1 file\n"))
  }

  @Test("colour is written only when asked for, and changes no character")
  func colour() {
    let plain = HumanRenderer(sources: Self.marked.sources).report([finding()])
    let coloured = HumanRenderer(sources: Self.marked.sources, isColored: true).report([finding()])
    #expect(!plain.contains("\u{1B}"))
    #expect(coloured.contains("\u{1B}[1;31merror[T9999]\u{1B}[0m"))
    var stripped = ""
    var isEscape = false
    for scalar in coloured.unicodeScalars {
      if scalar == "\u{1B}" { isEscape = true }
      if !isEscape { stripped.unicodeScalars.append(scalar) }
      if scalar == "m" { isEscape = false }
    }
    #expect(stripped == plain)
  }

  @Test("what the user wrote cannot steer the terminal from a message")
  func messages() {
    var bad = finding()
    bad.message = "unknown `\u{1B}[2J`"
    #expect(HumanRenderer(sources: Self.marked.sources).render(bad).hasPrefix("error[T9999]: unknown `␛[2J`\n"))
  }

  @Test("a fix that puts a line in shows that line alone")
  func insertion() {
    let place = Self.marked.span
    var finding = finding()
    finding.fixes = [
      Diagnostic.Fix("say so", [Diagnostic.Edit(Span(file: place.file, start: 11, end: 11), "  version: 1\n")], isSafe: true)
    ]
    #expect(HumanRenderer(sources: Self.marked.sources).render(finding).hasSuffix("  = fix: say so\n2 +   version: 1\n"))
  }

  @Test("of a long line the surroundings of what a fix changes are shown, so that a report grows with its findings")
  func longLines() {
    let entries = (0..<1000).map { "!t value_\($0)" }
    var sources = SourceMap()
    let file = sources.add(path: "truths/demo/demo.truths", bytes: Array("enum e: [\(entries.joined(separator: ", "))]\n".utf8))
    var start = 9
    let findings = entries.map { entry in
      let place = Span(file: file.id, start: start, end: start + 2)
      start += entry.utf8.count + 2
      return Diagnostic(
        "T9999", .error, "a tag", at: place, fixes: [.init("remove it", [.init(place, "")], isSafe: false)])
    }
    let report = HumanRenderer(sources: sources).report(findings)
    #expect(report.utf8.count < 2_000_000)
    let middle = HumanRenderer(sources: sources).render(findings[500])
    let shown = middle.split(separator: "\n").filter { $0.hasPrefix("1 - ") || $0.hasPrefix("1 + ") }
    #expect(shown.count == 2 && shown.allSatisfy { $0.contains("…") && $0.contains("value_500") && !$0.contains("value_900") })
    #expect(shown.first?.contains("!t value_500") == true && shown.last?.contains("!t value_500") == false)
  }
}
