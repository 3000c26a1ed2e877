import Testing
import TruthsEngine
import TruthsRuntime

/// Views on views to any depth (limits §4): the highest view gives the result of all of them.
@Suite("Chains of views")
struct ViewChainTests {
  /// Returns a chain of views over the orders, each with the facts of the one below.
  private static func pack(_ count: Int) -> String {
    func view(_ number: Int) -> String {
      "fact level.n\(number):\n  derived: true\n  key: [id]\n  fields:\n    id: text\n    n: integer\n"
        + "truth level\(number):\n  when:\n    - fact: \(number == 0 ? "order.seen" : "level.n\(number - 1)") as o\n"
        + "  produces:\n    - fact.level.n\(number):\n        id: o.id\n        n: o.n\n"
    }
    return """
      pack shop:
        version: 1.0.0

      fact order.seen:
        key: [id]
        external: true
        fields:
          id: text
          n: integer

      intent ask:
        fields:
          id: text

      truth asking:
        when:
          - intent: ask
        requires:
          - id exists
          - level.n\(count - 1)(id = id).n > 1 else "too few"
          - count(l in level.n\(count - 1) where l.id == id) == 1 else "not one"
        produces:
          - trace.shop.asked

      """ + (0..<count).map(view).joined()
  }

  @Test("every height gives the same", .timeLimit(.minutes(5)), arguments: [1, 2, 63, 64, 65, 66, 130])
  func heights(count: Int) throws {
    var world = try World(
      [("shop.truths", Self.pack(count))],
      facts: [#"{"type": "order.seen", "id": "a", "n": 2}"#, #"{"type": "order.seen", "id": "b", "n": 1}"#])
    #expect(try world.propose(#"{"action": "ask", "id": "a"}"#).decision == .accepted)
    let few = try world.propose(#"{"action": "ask", "id": "b"}"#)
    #expect(few.decision == .rejected && few.reason == "too few", "\(few.reason)")
  }

  @Test("thousands of views end in a decision", .timeLimit(.minutes(5)))
  func thousands() throws {
    var world = try World([("shop.truths", Self.pack(1_500))], facts: [#"{"type": "order.seen", "id": "a", "n": 2}"#])
    #expect(try world.propose(#"{"action": "ask", "id": "a"}"#).decision == .accepted)
  }
}
