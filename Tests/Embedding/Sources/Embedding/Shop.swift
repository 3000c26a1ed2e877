import Foundation
import Truths

/// The rules, facts and orders of docs/embedding/shop.
struct Shop {
  /// The file of the rules.
  let url: URL
  let source: SourceText
  let rules: RuleSet
  let context: SourceText
  /// One for each outcome: accepted, rejected, halted, waiting.
  let orders: [[UInt8]]

  init() throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<5 { root.deleteLastPathComponent() }
    let folder = root.appending(path: "docs/embedding/shop")
    let path = "truths/shop/shop.truths"
    url = folder.appending(path: path)
    source = SourceText(path: path, bytes: Array(try Data(contentsOf: url)))
    rules = try RuleSet([source])
    context = SourceText(path: "context.jsonl", bytes: Array(try Data(contentsOf: folder.appending(path: "context.jsonl"))))
    let lines = try String(contentsOf: folder.appending(path: "proposals.jsonl"), encoding: .utf8)
    orders = lines.split(separator: "\n").prefix(4).map { Array($0.utf8) }
  }

  /// An actor of a role.
  static func actor(_ name: String, _ role: String) -> String {
    #"{"type": "user", "user_id": "\#(name)", "device_id": "\#(name)-phone", "org_id": "shop", "roles": ["\#(role)"]}"#
  }
}
