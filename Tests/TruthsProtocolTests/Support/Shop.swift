import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// A small truth set with worlds of it: a customer orders, a manager approves large orders, and a closed period halts orders.
enum Shop {
  static let truths = """
    pack shop:
      version: 1.0.0

    policy limit:
      type: decimal
      default: 1000

    fact period.closed:
      key: [period_id]
      external: true
      immutable: true
      fields:
        period_id: text

    fact order.placed:
      key: [order_id]
      fields:
        order_id: text
        period_id: text
        amount: decimal

    fact order.signed:
      key: [order_id]
      fields:
        order_id: text

    intent place_order:
      fields:
        order_id: text
        period_id: text
        amount: decimal

    intent sign_order:
      consent: explicit
      fields:
        order_id: text

    truth placing:
      when:
        - intent: place_order
      requires:
        - order_id exists
        - period_id exists
        - amount > 0
      invariants:
        - amount > limit → requires_approval
        - period.closed → reject("Period is closed")
      produces:
        - fact.order.placed
        - trace.order.placing
      ensures:
        - count(order in order.placed) <= 2 else "Only two orders fit"

    truth signing:
      when:
        - intent: sign_order
      requires:
        - order_id exists
      produces:
        - fact.order.signed
        - trace.order.signing

    """

  /// The set without a limit on the number of orders.
  static let manyOrders = truths.replacing(
    "  ensures:\n    - count(order in order.placed) <= 2 else \"Only two orders fit\"\n", with: "")

  /// The procedure over ``truths``, made once.
  private static let standard = Result { try load(truths) }

  /// - Parameter text: The declarations of file `shop.orders.truths`.
  static func procedure(_ text: String = truths) throws -> RunProcedure {
    text == truths ? try standard.get() : try load(text)
  }

  /// - Parameter trust: The declarations of file `trust.truths`; none if it is empty.
  static func load(_ text: String, trust: String = "") throws -> RunProcedure {
    var files = [(path: "truths/shop/shop.orders.truths", bytes: Array(text.utf8))]
    if !trust.isEmpty { files.append((path: "truths/trust/trust.truths", bytes: Array(trust.utf8))) }
    let loaded = Loader.load(files)
    let errors = loaded.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else { throw BadData(errors) }
    return RunProcedure(program: loaded.program)
  }

  /// A world that begins at 2024-01-01T00:00:00Z.
  static func simulation(
    facts: [JSONObject] = [], truths text: String = truths, options: SessionOptions = SessionOptions(),
    tampering: Tampering? = nil
  ) throws -> Simulation {
    let procedure = try procedure(text)
    let entries = facts.enumerated().map { index, fact in
      ReadEntry(
        entry: Entry.shortForm(payload: fact, sequence: index + 1), payload: LocatedJSON(unlocated: .object(fact)),
        isShortForm: true)
    }
    let context = try procedure.context(from: entries)
    return Simulation(
      procedure: procedure, context: context, now: Timestamp(text: "2024-01-01T00:00:00Z") ?? .epoch, options: options,
      tampering: tampering)
  }

  static func order(_ id: String, _ amount: Int, period: String = "q1") -> JSONObject {
    [
      "action": .text("place_order"), "proposal_id": .text("prop_\(id)"), "order_id": .text(id), "period_id": .text(period),
      "amount": .number(Decimal(amount)),
    ]
  }

  static func closed(_ period: String = "q1") -> JSONObject { ["type": .text("period.closed"), "period_id": .text(period)] }

  static let manager: JSONObject = ["roles": .array([.text("manager")])]

  static func replays(_ world: inout Simulation) -> Bool { world.replay() }

  /// Returns the events of a session as short words: `fact?` is provisional, `fact!` dropped, and a status or decision is its
  /// value.
  static func words(_ session: Session) -> [String] {
    session.recent.map { event in
      switch event.type {
      case .status: return event.payload["status"]?.stringValue ?? "?"
      case .fact where event.isDropped: return "fact!"
      case .fact where event.isProvisional: return "fact?"
      case .decision: return event.payload["payload"]?["decision"]?.stringValue ?? "?"
      default: return event.type.rawValue
      }
    }
  }
}
