import Testing
import TruthsSyntax
import TruthsText

/// The syntax of sources (declarations §14).
@Suite struct SourceTests {
  private func source(_ text: String) throws -> SourceDeclaration? {
    let file = SourceFile(id: FileID(1), path: "demo/demo.truths", bytes: Array(text.utf8))
    let unit = Parser.parse(file, relativePath: "demo/demo.truths")
    #expect(unit.diagnostics.isEmpty)
    guard case .source(let source)? = unit.declarations.first?.body else { return nil }
    return source
  }

  @Test func sourceOfTheSample() throws {
    let source = try #require(
      try source(
        """
        source task_tracker:
          document: task_tracker            # given as --document task_tracker=FILE.json (or .jsonl)
          each: tasks[]                     # a path of member names; [] is every element; absent: the document itself
          let:
            gating: not starts_with(task_id, "ST-")
          produces:
            - fact.task.recorded
            - fact.check.passed for c in checks_passed where c.passed_at exists

        """))
    #expect(source.document.text == "task_tracker")
    #expect(source.each?.steps == [.member("tasks"), .elements])
    #expect(!source.isClosed)
    #expect(source.lets.map(\.name.text) == ["gating"])
    #expect(
      source.produces.map { formatted($0) } == [
        "fact.task.recorded", "fact.check.passed for c in checks_passed where c.passed_at exists",
      ])
  }

  @Test func paths() throws {
    let paths: [(String, [DocumentPath.Step]?)] = [
      ("", nil), ("  each: a\n", [.member("a")]), ("  each: []\n", [.elements]), ("  each: \"[]\"\n", [.elements]),
      ("  each: '[].a-b[][]'\n", [.elements, .member("a-b"), .elements, .elements]),
      ("  each: a.b.c[]\n", [.member("a"), .member("b"), .member("c"), .elements]),
    ]
    for (line, steps) in paths {
      let read = try source("source s:\n  document: d\n\(line)  closed: true\n  produces: []\n")
      #expect(read?.each?.steps == steps, "\(line)")
      #expect(read?.isClosed == true)
    }
  }
}
