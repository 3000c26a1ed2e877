import Foundation
import Truths

/// Decides one order, as docs/embedding/swift.md shows.
///
/// - Parameters:
///   - url: the file of the rules.
///   - facts: the facts of the context, as JSON Lines.
/// - Returns: the reason why the order is not placed; `nil` if it is placed.
func decideOne(by url: URL, on facts: [UInt8]) throws -> String? {
  let source = SourceText(path: "truths/shop/shop.truths", bytes: try Array(Data(contentsOf: url)))
  let rules = try RuleSet([source])
  let gate = try Gate(rules, context: SourceText(path: "context.jsonl", bytes: facts))
  let order = #"{"action": "place_order", "order_id": "o1", "customer_id": "ada", "quantity": 3, "total": 120}"#
  let decision: Decision = try gate.decide(Array(order.utf8))
  return decision.outcome == .accepted ? nil : decision.reason
}
