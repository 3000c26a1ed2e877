import Testing
import TruthsDiagnostics
import TruthsText

/// Annotations of GitHub Actions: one workflow command a line, and nothing in a finding can end or forge one.
@Suite struct GitHubRendererTests {
  private func report(_ text: String, path: String = "truths/demo/demo.truths", _ change: (inout Diagnostic) -> Void = { _ in })
    -> String
  {
    let marked = Marked(text, path: path)
    var finding = Diagnostic("T1003", .error, "no fact is called `a`", at: marked.span)
    change(&finding)
    return GitHubRenderer(sources: marked.sources).report([finding])
  }

  @Test func aFindingIsOneLine() {
    #expect(
      report("pack demo:\n  é⟦ab⟧c\n")
        == "::error file=truths/demo/demo.truths,line=2,endLine=2,col=4,endColumn=6,title=T1003::no fact is called `a`\n")
  }

  @Test func warningsAreWarnings() {
    #expect(report("⟦a⟧") { $0.severity = .warning }.hasPrefix("::warning file="))
  }

  @Test func columnsAreLeftOutWhereSeveralLinesAreMeant() {
    #expect(report("a⟦b\nc⟧d").contains("line=1,endLine=2,title="))
  }

  @Test func notesAndHelpStandInTheMessage() {
    let text = report("⟦a⟧") { finding in
      finding.notes = [.init("declared here", at: finding.span)]
      finding.help = "write `b`"
    }
    #expect(text.hasSuffix("::no fact is called `a`%0Anote: declared here (truths/demo/demo.truths:1:1)%0Ahelp: write `b`\n"))
  }

  @Test func whatIsSpecialIsEscapedWhereItIsSpecial() {
    let text = report("⟦a⟧", path: "truths/a,b:c%\r\n.truths") { $0.message = "100%, a:b" }
    #expect(
      text == "::error file=truths/a%2Cb%3Ac%25%0D%0A.truths,line=1,endLine=1,col=1,endColumn=2,title=T1003::100%25, a:b\n")
  }

  @Test func nothingForgesACommand() {
    let text = report("⟦a⟧") { $0.message = "x\n::error::forged\r\u{1B}[0m" }
    #expect(text.split(separator: "\n").count == 1)
    #expect(!text.utf8.contains(0x1B) && !text.utf8.contains(0x0D))
  }

  @Test func nothingIsPrintedForNothing() { #expect(GitHubRenderer(sources: SourceMap()).report([]) == "") }
}
