import Testing
import Truths

/// After a change, a live workspace has the findings of a workspace over the changed files.
@Suite("A live workspace")
struct IncrementalWorkspaceTests {
  private static let vocabulary = SourceText(
    path: "truths/demo/demo.truths",
    bytes: Array(
      """
      pack demo:
        version: 1.0.0

      intent open:
        fields:
          amount: decimal
      """.utf8))

  private static func truth(_ clause: String) -> SourceText {
    SourceText(
      path: "truths/demo/demo.opening.truths",
      bytes: Array(
        """
        truth opening:
          when:
            - intent: open
          requires:
            - amount exists
            - \(clause)
          produces:
            - trace.demo.opening
        """.utf8))
  }

  private static func expectSame(
    _ live: IncrementalWorkspace, _ files: [SourceText], sourceLocation: SourceLocation = #_sourceLocation
  )
    throws
  {
    let anew = Workspace(truths: files)
    #expect(live.findings.text() == anew.check().text(), sourceLocation: sourceLocation)
    #expect(live.workspace.check().text() == anew.check().text(), sourceLocation: sourceLocation)
    guard !anew.check().hasErrors else { return }
    #expect(try live.workspace.build() == anew.build(), sourceLocation: sourceLocation)
  }

  @Test("says what a workspace over its files says")
  func changes() throws {
    let live = IncrementalWorkspace()
    try Self.expectSame(live, [])
    live.update(Self.vocabulary)
    try Self.expectSame(live, [Self.vocabulary])
    for clause in ["amount > 1", "amount > 1 and amount < 1", "amuont > 1", "amount > ", "amount > 2"] {
      live.update(Self.truth(clause))
      try Self.expectSame(live, [Self.vocabulary, Self.truth(clause)])
    }
    live.remove(Self.vocabulary.path)
    try Self.expectSame(live, [Self.truth("amount > 2")])
    live.replace(with: [Self.vocabulary, Self.truth("amount > 3")])
    try Self.expectSame(live, [Self.vocabulary, Self.truth("amount > 3")])
    #expect(live.findings.isEmpty)
  }

  @Test("a file with the bytes that it has is no change")
  func same() throws {
    let live = IncrementalWorkspace(truths: [Self.vocabulary, Self.truth("amount > 1")])
    let before = try live.workspace.build()
    live.update(Self.truth("amount > 1"))
    #expect(try live.workspace.build() == before)
  }
}
