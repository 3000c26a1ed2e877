import Foundation

/// A small set that most tests look at.
enum ShopSet {
  static let vocabulary = """
    pack shop:
      version: 1.0.0

    enum size: [small, large]

    fact order.placed:
      summary: An order that was accepted
      key: [order_id]
      fields:
        order_id: text
        amount: decimal in eur
        size: size?

    fact stock.counted:
      key: [sku]
      external: true
      fields:
        sku: text
        amount: integer

    intent place_order:
      summary: Somebody wants to buy
      fields:
        order_id: text
        sku: text
        amount: decimal in eur
        size: size

    policy limit:
      summary: What needs no approval
      type: decimal in eur
      default: 100

    """

  static let ordering = """
    truth ordering:
      summary: Orders are placed
      when:
        - intent: place_order
      let:
        double: amount * 2
      requires:
        - order_id exists
        - sku exists
        - size exists
        - amount > 0 else "{amount} is nothing"
        - stock.counted
      invariants:
        - double > limit → reject("too much")
        - size == large → warn("{order_id} is large")
      produces:
        - fact.order.placed
        - trace.ordering

    """

  static let fixture = """
    {
      "id": "shop.small",
      "context": {"facts": [{"type": "stock.counted", "sku": "pen", "amount": 9}]},
      "proposal": {"action": "place_order", "order_id": "o1", "sku": "pen", "amount": 9, "size": "small"},
      "expected": {"decision": "accepted", "facts": [{"type": "order.placed", "order_id": "o1"}]}
    }
    """

  static let files = [
    "truths/shop/shop.truths": vocabulary, "truths/shop/shop.orders.truths": ordering, "Fixtures/shop/small.json": fixture,
  ]

  /// The set with one file of another text.
  static func files(_ path: String, _ text: String) -> [String: String] { files.merging([path: text]) { $1 } }

  /// Returns the set with a mark in the ordering, before the first occurrence of a text; after it where the text begins with
  /// `<`.
  static func marked(_ text: String, in path: String = "truths/shop/shop.orders.truths", behind: Bool = false) -> [String: String]
  {
    let whole = files[path] ?? ""
    guard let range = whole.range(of: text) else { return files }
    var marked = whole
    marked.insert("↓", at: behind ? range.upperBound : range.lowerBound)
    return files(path, marked)
  }
}
