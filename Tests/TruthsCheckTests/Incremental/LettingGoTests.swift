import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// A check releases its syntax trees once its result is released. Otherwise repeated checks, by `--watch` or an
/// `IncrementalWorkspace`, would need more and more memory.
@Suite struct LettingGoTests {
  private static let text = """
    pack shop:
      version: 1.0.0

    intent buy:
      fields:
        order_id: text
        amount: decimal

    truth buying:
      when:
        - intent: buy
      let:
        twice: amount * 2
      requires:
        - order_id exists
        - amount exists
      invariants:
        - twice > 10 → warn("It is much")
      produces:
        - trace.buying

    invariant little:
      applies_to: [buy]
      rule: amount < 1000

    """

  private static let source = """

    fact order.known:
      key: [order_id]
      external: true
      fields:
        order_id: text

    source orders:
      document: orders
      each: orders[]
      produces:
        - fact.order.known

    """

  /// The requirements of the truth, as they were read for a check that is over.
  private static func checked(_ text: String, live: Bool) throws -> [ClauseEntry] {
    let path = "truths/shop/shop.truths"
    let bytes = Array(text.utf8)
    let set: LoadedSet
    if live {
      let live = IncrementalSet([(path, bytes)])
      #expect(!live.loaded().diagnostics.hasErrors)
      live.update(path: path, bytes: Array(text.replacing("1000", with: "2000").utf8))
      set = live.loaded()
    } else {
      set = Loader.load([(path, bytes)])
    }
    #expect(!set.diagnostics.hasErrors)
    for declaration in set.units.flatMap(\.declarations) where declaration.name.text == "buying" {
      if case .truth(let truth) = declaration.body { return truth.requires }
    }
    return []
  }

  /// An array that another owner also holds is copied before a write, which changes its address.
  @Test(arguments: [text, text + source], [false, true]) func nothingIsHeldOnTo(text: String, live: Bool) throws {
    var clauses = try Self.checked(text, live: live)
    try #require(clauses.count == 2)
    let before = clauses.withUnsafeBufferPointer { $0.baseAddress }
    clauses.swapAt(0, 1)
    #expect(clauses.withUnsafeBufferPointer { $0.baseAddress } == before)
  }
}
