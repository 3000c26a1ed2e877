import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// The optional fields that a correction keeps (declarations §5.8).
@Suite struct KeptFieldTests {
  private static func pack(_ written: String) -> String {
    """
    pack notes:
      version: 1.0.0

    fact note.kept:
      key: [k]
      fields:
        k: text
        words: text?
        by_whom: text?

    fact note.shown:
      key: [k]
      fields:
        k: text
        words: text?

    intent write_note:
      fields:
        k: text
        words: text
        by_whom: text

    intent mend_note:
      fields:
        k: text
        words: text

    truth writing:
      when:
        - intent: write_note
      requires:
        - k exists
      produces:
        - fact.note.kept
        - trace.writing

    truth mending:
      when:
        - intent: mend_note
      requires:
        - k exists
      produces:
        - correction.note.kept:
            \(written)
        - trace.mending

    truth showing:
      when:
        - fact: note.kept
      produces:
        - fact.note.shown
        - trace.showing

    """
  }

  /// Returns the facts after a correction of a note with both fields.
  private func mend(_ written: String, _ words: String?) throws -> [JSONObject] {
    var world = try World([("notes.truths", Self.pack(written))])
    _ = try world.propose(#"{"action": "write_note", "k": "a", "words": "old", "by_whom": "ann"}"#)
    let sent = words.map { #", "words": "\#($0)""# } ?? ""
    let outcome = try world.propose(#"{"action": "mend_note", "k": "a"\#(sent)}"#)
    #expect(outcome.decision == .accepted)
    return outcome.entries.filter { $0.type == .fact && $0.corrects != nil }.map(\.payload)
  }

  @Test("a written value that is missing keeps the old one")
  func keeps() throws {
    #expect(try mend("words: words", nil) == [])
    let changed = try mend("words: words", "new")
    #expect(changed.map { $0["words"] } == [.text("new"), .text("new")])
    #expect(changed.map { $0["by_whom"] } == [.text("ann"), nil])
  }

  @Test("`missing` takes it away, and what follows from the corrected match is replaced whole")
  func takesAway() throws {
    let changed = try mend("words: missing", "new")
    #expect(changed.map { $0["type"] } == [.text("note.kept"), .text("note.shown")])
    #expect(changed.map { $0["words"] } == [nil, nil])
    #expect(changed.map { $0["by_whom"] } == [.text("ann"), nil])
  }
}
