import Truths

/// The workload for comparisons of engines: invoices that need a customer, lines, an amount and an open period, and an approval
/// above a threshold. One generator creates all data, so any language can build it.
struct InvoiceWork {
  static let pack = SourceText(
    path: "truths/money/money.truths",
    bytes: Array(
      """
      pack money:
        version: 1.0.0

      policy approval_threshold:
        type: decimal
        default: 1000

      record line_item:
        fields:
          sku: text
          qty: integer
          price: decimal

      fact period.closed:
        key: [period_id]
        external: true
        fields:
          period_id: text

      fact invoice.approved:
        key: [invoice_id]
        external: true
        fields:
          invoice_id: text

      fact customer.created:
        key: [customer_id]
        external: true
        fields:
          customer_id: text

      fact invoice.created:
        key: [invoice_id]
        fields:
          invoice_id: text
          customer_id: text
          period_id: text
          amount: decimal

      intent create_invoice:
        fields:
          invoice_id: text
          customer_id: text
          period_id: text
          amount: decimal
          line_items: list of line_item

      """.utf8))

  static let truth = SourceText(
    path: "truths/money/money.invoice.creation.truths",
    bytes: Array(
      """
      truth invoice_creation:
        when:
          - intent: create_invoice
          - pack: money
        requires:
          - customer_id exists
          - line_items not empty
          - amount > 0
        invariants:
          - amount > approval_threshold and not invoice.approved → requires_approval
          - period.closed → reject("Period is closed")
        produces:
          - fact.invoice.created
          - trace.invoice.creation

      """.utf8))

  static func context(_ count: Int) -> String {
    (0..<count).map { place in
      switch place % 10 {
      case 0: #"{"type":"period.closed","period_id":"P\#(place)"}"#
      case 1, 2, 3: #"{"type":"invoice.approved","invoice_id":"A\#(place)"}"#
      case 4, 5, 6: #"{"type":"customer.created","customer_id":"C\#(place)"}"#
      default:
        #"{"type":"invoice.created","invoice_id":"I\#(place)","customer_id":"C\#(place - 3)","#
          + #""amount":\#(100 + place % 1900),"period_id":"Q\#(place % 40)"}"#
      }
    }.joined(separator: "\n")
  }

  private let closed: [Int]
  private let approved: [Int]

  init(facts: Int) {
    closed = (0..<facts).filter { $0 % 10 == 0 }
    approved = (0..<facts).filter { (1...3).contains($0 % 10) }
  }

  func proposal(_ number: Int) -> (json: String, code: String) {
    var state = UInt64(0x5EED + number)
    let draws = (0..<6).map { _ in Self.next(&state) }
    let customer = draws[0] % 100 < 5 ? nil : "C\(draws[0] % 1000)"
    let lines = draws[1] % 100 < 5 ? 0 : Int(1 + draws[1] % 3)
    let amount = draws[2] % 100 < 5 ? -Int(draws[2] % 50) : Int(1 + draws[2] % 2000)
    let isApproved = draws[3] % 2 == 0 && !approved.isEmpty
    let invoice = isApproved ? "A\(approved[Int((draws[3] >> 8) % UInt64(approved.count))])" : "X\(number)"
    let isClosed = draws[4] % 5 == 0 && !closed.isEmpty
    let period = isClosed ? "P\(closed[Int((draws[4] >> 8) % UInt64(closed.count))])" : "Q\(draws[4] % 40)"
    let items = (0..<lines).map { #"{"sku":"S\#($0)","qty":1,"price":10}"# }.joined(separator: ",")
    let json =
      #"{"action":"create_invoice","pack":"money","proposal_id":"pr\#(number)","#
      + (customer.map { #""customer_id":"\#($0)","# } ?? "")
      + #""line_items":[\#(items)],"amount":\#(amount),"invoice_id":"\#(invoice)","period_id":"\#(period)"}"#
    let code =
      customer == nil
      ? "R1" : lines == 0 ? "R2" : amount <= 0 ? "R3" : isClosed ? "R4" : amount > 1000 && !isApproved ? "H" : "A"
    return (json, code)
  }

  /// splitmix64
  private static func next(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// The workload's code of a decision: an unmet requirement, else the closed period, else the approval.
  static func code(_ decision: QuickDecision, _ proposal: PreparedProposal) -> String {
    let codes = ["requires[0]": "R1", "requires[1]": "R2", "requires[2]": "R3"]
    if let unmet = decision.unmet { return codes[proposal.clauses[unmet].name] ?? "?" }
    if decision.structural != nil { return "R4" }
    return decision.approval != nil ? "H" : decision.outcome == .accepted ? "A" : "?"
  }
}
