import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// A ledger in which an order waits for a manager, and the authority over it.
struct AuthorityWorld {
  let procedure: RunProcedure
  var context: Context
  var authority: Authority
  /// The run that waits.
  let runID: String

  /// - Parameters:
  ///   - trust: declarations and truths of pack `trust`, after its head.
  ///   - approval: the effect of the only invariant of an order.
  ///   - proposer: the proposer of the waiting order.
  init(
    trust: String = "", approval: String = "requires_approval(manager)", proposer: JSONObject = AuthorityWorld.ann,
    now: Timestamp = AuthorityWorld.now
  ) throws {
    procedure = try Self.procedure(trust: trust, approval: approval)
    context = procedure.emptyContext
    authority = Authority(procedure: procedure, operator: Self.gateway)
    let order: JSONObject = ["action": .text("place_order"), "order_id": .text("o1"), "amount": .number(Decimal(50))]
    let outcome = try procedure.run(
      RunRequest(proposal: LocatedJSON(unlocated: .object(order)), now: now, actor: proposer), on: context)
    runID = outcome.run.runID
    context = outcome.context
  }

  static func procedure(trust: String = "", approval: String = "requires_approval(manager)") throws -> RunProcedure {
    let files = [
      (path: "truths/shop/shop.truths", bytes: Array(shop(approval).utf8)),
      (path: "truths/trust/trust.truths", bytes: Array(("pack trust:\n  version: 1.0.0\n\n" + trust).utf8)),
    ]
    let loaded = Loader.load(files)
    let errors = loaded.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else { throw BadData(errors) }
    return RunProcedure(program: loaded.program)
  }

  private static func shop(_ approval: String) -> String {
    """
    pack shop:
      version: 1.0.0

    fact order.placed:
      key: [order_id]
      fields:
        order_id: text
        amount: integer

    intent place_order:
      fields:
        order_id: text
        amount: integer

    truth ordering:
      when:
        - intent: place_order
      requires:
        - order_id exists
        - amount > 0
      invariants:
        - amount > 10 → \(approval)
      produces:
        - fact.order.placed
        - trace.shop.ordering

    """
  }

  mutating func verdict(
    of actor: JSONObject, _ permission: Permission, now: Timestamp = AuthorityWorld.now
  ) -> AuthorityVerdict {
    authority.verdict(of: actor, permission, on: context, now: now)
  }

  /// Decides a proposal and continues with its context, without telling the authority.
  @discardableResult
  mutating func propose(_ proposal: JSONObject, by actor: JSONObject) throws -> RunOutcome {
    let outcome = try procedure.run(
      RunRequest(proposal: LocatedJSON(unlocated: .object(proposal)), now: Self.now, actor: actor), on: context)
    context = outcome.context
    return outcome
  }

  /// Brings in a fact; the authority learns of nothing.
  ///
  /// - Returns: its entry; `nil` where it was refused.
  @discardableResult
  mutating func enter(_ fact: JSONObject, by actor: JSONObject = AuthorityWorld.gateway) -> Entry? {
    let id = Identity.digest(JSONValue.object(fact).canonical())
    let result = procedure.inject(
      LocatedJSON(unlocated: .object(fact)), actor: actor, runID: "run_\(id)", correlationID: "cor_\(id)", now: Self.now,
      on: context)
    guard case .appended(let changed, let entry) = result else { return nil }
    context = changed
    return entry
  }

  static let now = Timestamp(text: "2024-01-01T00:00:00Z") ?? .epoch

  static func actor(_ type: String, _ userID: String, of organisation: String, _ roles: String...) -> JSONObject {
    [
      "type": .text(type), "user_id": .text(userID), "device_id": .text("d1"), "org_id": .text(organisation),
      "roles": .array(roles.map { .text($0) }),
    ]
  }

  /// The actor that the server was started with.
  static let gateway = actor("system", "gateway", of: "acme")
  /// Proposes the order.
  static let ann = actor("user", "ann", of: "acme")
  /// Is asked to approve it.
  static let bob = actor("user", "bob", of: "acme", "manager")
  /// A clerk of ann's organisation.
  static let cid = actor("user", "cid", of: "acme", "clerk")
  /// A clerk of another organisation.
  static let eve = actor("user", "eve", of: "evil", "clerk")
  /// Has the role that is asked, and is no person.
  static let bot = actor("agent", "bot", of: "acme", "manager")
}
