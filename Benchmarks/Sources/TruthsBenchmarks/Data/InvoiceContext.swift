import Truths

/// The facts of the workload, a pure function of their number. Of ten facts, one is a closed period, three are approvals, three
/// customers, and three invoices.
struct InvoiceContext {
  let count: Int

  /// The number of closed periods.
  var closedCount: Int { (count + 9) / 10 }

  /// The number of approved invoices.
  var approvedCount: Int { count / 10 * 3 + min(max(count % 10 - 1, 0), 3) }

  /// A closed period.
  func closed(_ place: Int) -> String { "P\(place * 10)" }

  /// An approved invoice.
  func approved(_ place: Int) -> String { "A\(place / 3 * 10 + 1 + place % 3)" }

  /// The facts as JSON Lines.
  var source: SourceText {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * 72)
    for number in 0..<count {
      bytes.append(contentsOf: Self.line(number).utf8)
      bytes.append(0x0A)
    }
    return SourceText(path: "context.jsonl", bytes: bytes)
  }

  private static func line(_ number: Int) -> String {
    switch number % 10 {
    case 0: #"{"type":"period.closed","period_id":"P\#(number)"}"#
    case 1...3: #"{"type":"invoice.approved","invoice_id":"A\#(number)"}"#
    case 4...6: #"{"type":"customer.created","customer_id":"C\#(number)"}"#
    default:
      #"{"type":"invoice.created","invoice_id":"I\#(number)","customer_id":"C\#(number - 3)","#
        + #""amount":\#(100 + number % 1900),"period_id":"Q\#(number % 40)"}"#
    }
  }
}
