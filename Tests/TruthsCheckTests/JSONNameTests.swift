import Testing
import TruthsCheck
import TruthsText

/// Names in JSON that an intent, a value of an enum or a state cannot have (types §12.1).
@Suite struct JSONNameTests {
  private static let states = "key: [order_id]\n  initial: open\n  transitions:\n    - open → closed\n  terminal: [closed]"

  @Test(arguments: [
    ("intent other:\n  named: \"\"", ["T1068 `\"\"`"]),
    ("intent other:\n  named: \"buy\"", ["T1068 `\"buy\"`"]),
    ("intent other:\n  named: \"shop.buy\"", ["T1068 `\"shop.buy\"`"]),
    ("intent other:\n  named: \"grant_approval\"", ["T1068 `\"grant_approval\"`"]),
    ("intent other:\n  named: \"a.b\"\n\nintent third:\n  named: \"a.b\"", ["T1068 `\"a.b\"`"]),
    ("intent other:\n  named: \"a\"\n\nintent third:\n  named: \"shop.a\"", ["T1068 `\"shop.a\"`"]),
    ("intent other:\n  named: \"a.b\"\n\nintent third:\n  named: \"other\"", ["T1068 `\"other\"`"]),
    ("intent other:\n  named: \"ledger.sealed\"", ["T1068 `\"ledger.sealed\"`"]),
    ("intent other:\n  named: \"converge.closing\"", ["T1068 `\"converge.closing\"`"]),
    ("enum e:\n  values: [a, b]\n  named: {a: \"b\"}", ["T1068 `\"b\"`"]),
    ("enum e:\n  values: [a, b]\n  named: {a: \"c\", b: \"c\"}", ["T1068 `\"c\"`"]),
    ("enum e:\n  values: [a, b]\n  named: {a: \"\"}", ["T1068 `\"\"`"]),
    ("enum e:\n  ordered: [a, b]\n  named: {c: \"d\"}", ["T1068 `c`"]),
    ("lifecycle order_state:\n  \(states)\n  named: {gone: \"d\"}", ["T1020 `gone`"]),
    ("lifecycle order_state:\n  \(states)\n  named: {start: \"d\"}", ["T1020 `start`"]),
    ("lifecycle order_state:\n  \(states)\n  named: {open: \"start\"}", ["T1068 `\"start\"`"]),
    ("lifecycle order_state:\n  \(states)\n  named: {open: \"closed\"}", ["T1068 `\"closed\"`"]),
    ("lifecycle order_state:\n  \(states)\n  named: {order_id: \"type\"}", ["T1068 `\"type\"`"]),
    ("lifecycle order_state:\n  \(states)\n  named: {order_id: \"step\"}", ["T1068 `\"step\"`"]),
    ("lifecycle order_state:\n  \(states)\n  named: {order_id: \"\"}", ["T1068 `\"\"`"]),
    ("enum e:\n  values: [a, b]\n  named: [a]", ["T0028 `[a]`"]),
  ])
  func faults(_ declaration: String, _ findings: [String]) {
    let found = Shop(declarations: [declaration]).findings.filter { $0.hasPrefix("T1") || $0.hasPrefix("T0") }
    #expect(found == findings)
  }

  @Test(arguments: [
    "intent other:\n  named: \"shop.other\"", "intent other:\n  named: \"other\"", "intent other:\n  named: \"a b: {c}\"",
    "enum e:\n  values: [a, b]\n  named: {a: \"a\"}",
    "lifecycle order_state:\n  \(states)\n  named: {open: \"order.open\", closed: \"Closed\", order_id: \"orderId\"}",
  ])
  func otherNamesAreFree(_ declaration: String) {
    let found = Shop(declarations: [declaration]).findings.filter { $0.hasPrefix("T1") || $0.hasPrefix("T0") }
    #expect(found == [])
  }
}
