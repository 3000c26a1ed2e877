import Testing
import TruthsDiagnostics

@Suite("Pages of diagnostics")
struct PageTests {
  /// A page with a sample of one file that is wrong, and one of two files that is right.
  private static let markdown = """
    # T9999 unknown-pack

    Error: a pack is named that is not there.

    ## Why it matters

    Names that mean nothing hide mistakes.

    ## How to fix it

    Write a declared name.

    ## Wrong

    `truths/demo/demo.truths`

    ```yaml
    pack demo:
      uses: [x]
    ```

    `truths check` says:

    ````text
    error: ```
    ````

    ## Right

    `proposal.json`

    ```json
    {}
    ```

    `context.jsonl`

    ```json

    ```

    """

  /// The page with one part of its text in place of another.
  private static func page(_ part: String = "", _ other: String = "") throws -> DiagnosticPage {
    try #require(part.isEmpty || markdown.contains(part))
    return try DiagnosticPage(markdown: part.isEmpty ? markdown : markdown.replacing(part, with: other))
  }

  /// A sample that has a text in its second line.
  private static func sample(_ text: String) throws -> DiagnosticSample {
    try #require(page("  uses: [x]", text).wrong.first)
  }

  @Test("the page as text has every part, samples indented below their paths, the first with what it prints")
  func text() throws {
    #expect(
      try Self.page().text(output: { _ in "error: x\n\nend\n" }) == """
        error[T9999] unknown-pack: a pack is named that is not there

        Why it matters
          Names that mean nothing hide mistakes.

        How to fix it
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

  @Test("a page is read with all of its parts")
  func parts() throws {
    let page = try Self.page()
    #expect(page.code == "T9999" && page.name == "unknown-pack" && page.severity == .error)
    #expect(page.title == "a pack is named that is not there" && page.mend == "Write a declared name.")
    #expect(page.wrong.map { $0.files.map(\.text) } == [["pack demo:\n  uses: [x]\n"]])
    #expect(page.right.map { $0.files.map(\.path) } == [["proposal.json", "context.jsonl"]])
    #expect(page.right.map { $0.files.map(\.text) } == [["{}\n", "\n"]])
    #expect(try Self.page("Error: ", "Warning: ").severity == .warning)
  }

  @Test("`Or:` stands between samples")
  func several() throws {
    let page = try Self.page("`context.jsonl`", "Or:\n\n`proposal.json`")
    #expect(page.right.map { $0.files.map(\.text) } == [["{}\n"], ["\n"]])
  }

  @Test(
    "what is done with the files is what the command says",
    arguments: [
      ("truths check", DiagnosticSample.Action.run), ("truths run --proposal proposal.json", .run),
      ("truths run --proposal proposal.json --ledger ledger.jsonl --now proposal --actor proposal", .append),
      ("truths run --proposal proposal.json --max-work 100", .runWithLittleWork),
      ("truths check --partition-by order_id", .partition(by: "order_id")),
    ])
  func actions(_ command: String, _ action: DiagnosticSample.Action) throws {
    let page = try Self.page("`truths check` says", "`\(command)` says")
    #expect(page.right.map(\.action) == [action])
    if case .partition = action { return }
    #expect(page.wrong.map(\.action) == [.check], "it has no proposal")
  }

  @Test(
    "what cannot be seen is written as its picture or escape",
    arguments: [
      ("␉a␀b␡", "\ta\0b\u{7F}"), (#"a\u{202E}b"#, "a\u{202E}b"), (#"\u{2028}"#, "\u{2028}"),
      (#"\u{E9}"#, #"\u{E9}"#), (#"\u{"#, #"\u{"#), (#"\u{}\u{D800} é → �"#, #"\u{}\u{D800} é → �"#),
    ])
  func unseen(_ shown: String, _ text: String) throws {
    #expect(try Self.sample(shown).files.map(\.text) == ["pack demo:\n\(text)\n"])
  }

  @Test(
    "what is no page is told with its line",
    arguments: [
      ("# T9999 unknown-pack", "# T9999", "line 1: `# CODE name` is expected, and this is `# T9999`"),
      ("Error: a", "Fault: a", "line 3: `Error: ….` or `Warning: ….` is expected, and this is `Fault: a pack"),
      ("Names that mean nothing hide mistakes.\n\n", "", "line 7: a paragraph of one line is expected, and this is `## How"),
      ("hide mistakes", "hide\nmistakes", "line 8: `## How to fix it` is expected, and this is `mistakes.`"),
      ("## Wrong\n", "", "line 14: `## Wrong` is expected, and this is ``truths/demo"),
      ("## Right\n", "", "line 40: `## Right` is expected, and the page ends"),
      ("````\n\n## Right", "\n\n## Right", "line 24: this block of code has no end"),
      ("`context.jsonl`\n", "And:\n", "line 36: the path of a file in backticks is expected, and this is `And:`"),
      ("`context.jsonl`\n", "Or:\n", "line 38: the path of a file in backticks is expected, and this is ````json`"),
    ])
  func faults(_ part: String, _ other: String, _ message: String) throws {
    let fault = #expect(throws: PageFault.self) { try Self.page(part, other) }
    #expect(fault?.description.hasPrefix(message) == true, "\(fault?.description ?? "")")
  }

  @Test("codes and names are registered once, each family in the order of its codes, each page with samples and words")
  func registry() {
    let pages = DiagnosticRegistry.pages
    let codes = pages.map(\.code)
    #expect(codes == DiagnosticRegistry.kinds.map { $0.code }, "DiagnosticPagesTests says which page cannot be read")
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
