import Testing
import TruthsEngine
import TruthsJSON
import TruthsRuntime
import TruthsText

/// The identity of a fact tells whether it exists already; only then the whole procedure runs.
@Suite struct KnownFactTests {
  private static let notes = """
    pack notes:
      version: 1.0.0

    fact note.left:
      fields:
        words: text?

    fact note.named:
      key: [name]
      fields:
        name: text

    intent leave_note:
      fields:
        words: text

    intent name_note:
      fields:
        name: text

    truth leaving:
      when:
        - intent: leave_note
      produces:
        - fact.note.left
        - trace.note.left

    truth naming:
      when:
        - intent: name_note
      requires:
        - name exists
      produces:
        - fact.note.named
        - trace.note.named

    """

  private static let names = (0..<200).map { "name \($0)" }

  /// Whether each proposal wants the whole procedure, on the facts given and 200 others; all are accepted.
  private func known(_ proposals: [String], _ facts: [String]) throws -> [Bool] {
    let others = Self.names.map { #"{"type": "note.named", "name": "\#($0)"}"# }
    let world = try World([("notes.truths", Self.notes)], facts: others + facts)
    let decider = DecisionGate(world.procedure, context: world.context, now: nil)
    return try proposals.map { text in
      let outcome = try decider.decide(decider.ready(try World.json(text)))
      #expect(outcome.ending == .accepted)
      return outcome.isWhole
    }
  }

  @Test("a text that may be missing, as the only field")
  func missing() throws {
    let (none, some) = (#"{"action": "leave_note"}"#, #"{"action": "leave_note", "words": "hello"}"#)
    let other = #"{"action": "leave_note", "words": "name 7"}"#
    #expect(try known([none, some, other], []) == [false, false, false])
    #expect(try known([none, some, other], [#"{"type": "note.left"}"#]) == [true, false, false])
    #expect(try known([none, some, other], [#"{"type": "note.left", "words": "hello"}"#]) == [false, true, false])
  }

  @Test("a text as the key, known here, known elsewhere, or not at all")
  func key() throws {
    let wanted = Self.names + ["hello", "name 200", ""]
    let proposals = wanted.map { #"{"action": "name_note", "name": "\#($0)"}"# }
    let left = #"{"type": "note.left", "words": "hello"}"#
    #expect(try known(proposals, [left]) == wanted.map { Self.names.contains($0) })
  }
}
