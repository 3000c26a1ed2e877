import Testing
import TruthsCheck
import TruthsDiagnostics
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
    ("intent other:\n  named: \" a \"", ["T1068 `\" a \"`"]),
    ("intent other:\n  named: \"  \"", ["T1068 `\"  \"`"]),
    ("intent other:\n  named: |\n    a", ["T1068 `|\n    a`"]),
    ("intent other:\n  named: \"a\\u202E\"", ["T1068 `\"a\\u202E\"`"]),
    ("intent other:\n  named: \"a\\nb\"", ["T1068 `\"a\\nb\"`"]),
    ("intent other:\n  named: \"e\\u0301\"", ["T1068 `\"e\\u0301\"`"]),
    ("enum e:\n  values: [a, b]\n  named: {a: \"c \"}", ["T1068 `\"c \"`"]),
    ("enum e:\n  values: [a, b]\n  named: {a: \"\\0c\"}", ["T1068 `\"\\0c\"`"]),
    ("lifecycle order_state:\n  \(states)\n  named: {open: \"\\tc\"}", ["T1068 `\"\\tc\"`"]),
    ("lifecycle order_state:\n  \(states)\n  named: {order_id: \"a \"}", ["T1068 `\"a \"`"]),
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

  @Test("what has the name already is said: its own name, or its name in JSON")
  func whoHasTheName() {
    let swapped = Shop(declarations: ["enum e:\n  values: [a, b]\n  named: {a: \"b\"}"]).load().diagnostics
    #expect(swapped.map(\.message).contains("`b` is the own name of something else in `e`"))
    let twice = Shop(declarations: ["enum e:\n  values: [a, b]\n  named: {a: \"c\", b: \"c\"}"]).load().diagnostics
    #expect(twice.map(\.message).contains("`c` is already the name of `a` in JSON"))
  }

  @Test(
    "a text that is compared with an action and is the own name of an intent with another in JSON is told",
    arguments: [
      ("proposal.action != \"other\"", ["T1069 `\"other\"`"]), ("proposal.action == \"a.b\"", []),
      ("proposal.action == \"shop.other\"", ["T1069 `\"shop.other\"`"]), ("proposal.action == \"buy\"", []),
      ("proposal.action in [\"buy\", \"other\"]", ["T1069 `\"other\"`"]), ("order_id != \"other\"", []),
      ("some d in decision.made satisfies d.action == \"other\"", ["T1069 `\"other\"`"]),
    ])
  func actions(_ clause: String, _ findings: [String]) {
    let found = Shop(requires: [clause], declarations: ["intent other:\n  named: \"a.b\""]).findings
    #expect(found.filter { $0.hasPrefix("T1") || $0.hasPrefix("T0") } == findings)
  }

  @Test("so is a text or an action in a `let`, once for each place of the text")
  func actionsInLets() {
    let shop = Shop(
      lets: ["act: proposal.action", "again: act", "name: \"other\"", "more: [name, \"buy\"]"],
      requires: ["again != \"other\"", "act != name", "not act in more", "order_id != name"],
      declarations: ["intent other:\n  named: \"a.b\""])
    #expect(shop.findings.filter { $0.hasPrefix("T1069") } == ["T1069 `\"other\"`", "T1069 `\"other\"`"])
    let words = Shop(
      lets: ["name: \"other\""], requires: ["order_id != name"], declarations: ["intent other:\n  named: \"a.b\""])
    #expect(words.findings.filter { $0.hasPrefix("T1069") } == [])
  }
}
