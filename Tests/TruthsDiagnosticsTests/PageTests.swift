import Testing
import TruthsDiagnostics

@Suite("Pages of diagnostics")
struct PageTests {
  private static let page = DiagnosticPage(
    "T9999", "unknown-pack", .error, title: "a pack is named that is not there", why: "Names that mean nothing hide mistakes.",
    mend: "Write a declared name.", wrong: [DiagnosticSample("pack demo:\n  uses: [x]\n")],
    right: [DiagnosticSample(.run, files: [("proposal.json", "{}\n"), ("context.jsonl", "")])])

  @Test("the page as text has every part, samples indented below their paths, the first with what it prints")
  func text() {
    #expect(
      Self.page.text(output: { _ in "error: x\n\nend\n" }) == """
        error[T9999] unknown-pack: a pack is named that is not there

        Why it matters
          Names that mean nothing hide mistakes.

        How to mend it
          Write a declared name.

        Wrong
          truths/demo/demo.truths
            pack demo:
              uses: [x]
          $ truths check

            error: x

            end

        Right
          proposal.json
            {}
          context.jsonl
          $ truths run --proposal proposal.json --context context.jsonl

        """)
  }

  @Test("the page as Markdown shows what the first wrong sample prints")
  func markdown() {
    let text = Self.page.markdown { _ in "error: ```\n" }
    #expect(text.hasPrefix("# T9999 unknown-pack\n\nError: a pack is named that is not there.\n\n## Why it matters\n"))
    #expect(text.contains("`truths check` says:\n\n````text\nerror: ```\n````\n"))
    #expect(text.hasSuffix("```json\n```\n") || text.hasSuffix("```json\n\n```\n"))
  }

  @Test("codes and names are registered once, each family in the order of its codes, each page with samples and words")
  func registry() {
    let pages = DiagnosticRegistry.kinds.map { $0.page }
    let codes = pages.map(\.code)
    #expect(codes == codes.sorted())
    #expect(Set(codes).count == codes.count)
    #expect(Set(pages.map(\.name)).count == pages.count)
    for page in pages {
      #expect(page.code.description.utf8.count == 5 && page.code.description.first == "T", "\(page.code)")
      #expect(!page.wrong.isEmpty && !page.right.isEmpty, "\(page.code)")
      #expect(!page.why.isEmpty && !page.mend.isEmpty, "\(page.code)")
      // An abbreviation, such as YAML, keeps its capitals.
      let isSentence = page.title.first?.isUppercase == true && page.title.dropFirst().first?.isUppercase != true
      #expect(!isSentence && !page.title.hasSuffix("."), "\(page.code)")
    }
  }
}
