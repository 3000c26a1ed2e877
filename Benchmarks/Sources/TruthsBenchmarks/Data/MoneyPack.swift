import Truths

/// The packs of this repository, and invoices that pack money accepts or halts.
enum MoneyPack {
  /// All packs, as `truths` reads them.
  static var files: [SourceText] {
    ["truths", "jtbd"].flatMap { folder in
      Files.below("\(root)/\(folder)").sorted().map { path in
        SourceText(path: String(path.dropFirst(root.count + 1)), bytes: Files.read(path))
      }
    }
  }

  /// The folder of the repository, two above that of this package's sources.
  private static let root = #filePath.split(separator: "/").dropLast(5).map { "/\($0)" }.joined()

  /// Returns a number of closed periods; the last one is that of ``halted``.
  static func context(_ size: Int) -> SourceText {
    let facts = (0..<size).map { number in
      let period = number == size - 1 ? "2024-Q1" : "\(1000 + number / 4)-Q\(number % 4 + 1)"
      return #"{"type":"period.closed","period_id":"\#(period)"}"# + "\n"
    }
    return SourceText(path: "context.jsonl", bytes: Array(facts.joined().utf8))
  }

  /// An invoice in an open period. It produces three facts, an audit of each that has one, and traces.
  static func accepted(_ number: Int) -> String { invoice(number, period: "2024-Q2") }

  /// An invoice in a period that is closed.
  static func halted(_ number: Int) -> String { invoice(number, period: "2024-Q1") }

  private static func invoice(_ number: Int, period: String) -> String {
    #"{"action":"create_invoice","pack":"money","invoice_id":"INV-\#(number)","customer_id":"C-7","period_id":"\#(period)","#
      + #""amount":500,"line_items":[{"sku":"A-1","quantity":5,"unit_price":100}]}"#
  }

  /// When they are proposed.
  static let moment = "2024-05-02T09:00:00Z"
}
