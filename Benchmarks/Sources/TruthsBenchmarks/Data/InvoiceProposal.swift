/// A proposal of the workload: six draws from a generator that its number seeds.
struct InvoiceProposal {
  let number: Int
  let customer: String?
  let items: Int
  let amount: Int
  let invoice: String
  let period: String

  /// The expected result of a proposal: the first unmet requirement, otherwise the closed period, otherwise the required
  /// approval.
  enum Code: String {
    case missingCustomer = "R1"
    case noItems = "R2"
    case noAmount = "R3"
    case closed = "R4"
    case halted = "H"
    case accepted = "A"
  }

  init(_ number: Int, on context: InvoiceContext, seed: UInt64 = 0x5EED) {
    var draws = SplitMix(seed: seed &+ UInt64(number))
    let (first, second, third, fourth, fifth) = (draws.next(), draws.next(), draws.next(), draws.next(), draws.next())
    self.number = number
    customer = first % 100 < 5 ? nil : "C\(first % 1000)"
    items = second % 100 < 5 ? 0 : 1 + Int(second % 3)
    amount = third % 100 < 5 ? -Int(third % 50) : 1 + Int(third % 2000)
    let approved = context.approvedCount
    invoice = fourth % 2 == 0 && approved > 0 ? context.approved(Int(fourth >> 8) % approved) : "X\(number)"
    let closed = context.closedCount
    period = fifth % 5 == 0 && closed > 0 ? context.closed(Int(fifth >> 8) % closed) : "Q\(fifth % 40)"
  }

  /// The proposal as JSON in one line.
  func json(intent: String = "create_invoice") -> [UInt8] {
    let items = (0..<items).map { #"{"sku":"S\#($0)","qty":1,"price":10}"# }.joined(separator: ",")
    let customer = customer.map { #""customer_id":"\#($0)","# } ?? ""
    let text =
      #"{"action":"\#(intent)","pack":"money","proposal_id":"pr\#(number)",\#(customer)"line_items":[\#(items)],"#
      + #""amount":\#(amount),"invoice_id":"\#(invoice)","period_id":"\#(period)"}"#
    return Array(text.utf8)
  }

  /// The first proposals, as JSON Lines.
  static func batch(_ count: Int, on context: InvoiceContext) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * 200)
    for number in 0..<count {
      bytes += InvoiceProposal(number, on: context).json()
      bytes.append(0x0A)
    }
    return bytes
  }
}
