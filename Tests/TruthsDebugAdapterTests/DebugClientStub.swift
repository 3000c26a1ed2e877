import Testing
import Truths
import TruthsFraming
import TruthsJSON
import TruthsText

@testable import TruthsDebugAdapter

/// The files of a test, in memory.
struct MemoryFiles: DebugHost {
  static let root = "/project"
  var files: [String: String]

  func open(_ launch: DebugLaunch) throws(DebugLaunchFault) -> OpenedCase {
    func texts(_ ending: String, below folder: String) -> [SourceText] {
      files.sorted { $0.key < $1.key }.filter { $0.key.hasPrefix(folder) && $0.key.hasSuffix(ending) }.map {
        SourceText(path: $0.key, bytes: Array($0.value.utf8))
      }
    }
    func text(_ path: String?) throws(DebugLaunchFault) -> SourceText? {
      guard let path else { return nil }
      guard let text = files[path] else { throw .message("\(path): there is no such file") }
      return SourceText(path: path, bytes: Array(text.utf8))
    }
    return OpenedCase(
      root: Self.root, workspace: Workspace(truths: texts(".truths", below: "truths/")), proposal: try text(launch.proposal),
      context: try text(launch.context), fixtures: texts(".json", below: "Fixtures/"))
  }
}

/// A client that talks to an adapter in this process.
final class DebugClientStub {
  let adapter: DebugAdapter
  private var lastNumber = 0
  private(set) var events: [JSONValue] = []

  init(_ files: [String: String]) { adapter = DebugAdapter(host: MemoryFiles(files: files)) }

  /// A client of the shop whose launch succeeded.
  static func launched(
    _ arguments: JSONObject = ["proposal": .text("order.json")], changing files: [String: String] = [:],
    client: JSONObject = [:]
  ) -> DebugClientStub {
    let stub = DebugClientStub(ShopCase.files.merging(files) { $1 })
    stub.ask("initialize", client)
    let answer = stub.ask("launch", arguments)
    #expect(answer["success"] == .boolean(true), "\(answer["message"]?.stringValue ?? "")")
    return stub
  }

  /// Sends a request and returns its response; the events that follow it are kept.
  @discardableResult
  func ask(_ command: String, _ arguments: JSONObject = [:]) -> JSONValue {
    lastNumber += 1
    let message: JSONObject = [
      "seq": .int(lastNumber), "type": .text("request"), "command": .text(command), "arguments": .object(arguments),
    ]
    let heard = take(JSONValue.object(message).compact())
    #expect(heard.first?["request_seq"]?.wholeNumber == lastNumber)
    #expect(heard.first?["command"]?.stringValue == command)
    events = Array(heard.dropFirst())
    return heard.first ?? .null
  }

  /// Sends bytes as one frame.
  func take(_ bytes: [UInt8]) -> [JSONValue] {
    adapter.take(DebugMessage(.content(bytes))).map { bytes in
      let file = SourceFile(id: FileID(0), path: "", bytes: bytes)
      guard case .success(let json) = JSONReader.read(file) else {
        Issue.record("no JSON: \(String(decoding: bytes, as: UTF8.self).prefix(200))")
        return .null
      }
      return json.value
    }
  }

  func fault(_ command: String, _ arguments: JSONObject = [:]) -> String {
    let answer = ask(command, arguments)
    return answer["success"] == .boolean(false) ? answer["message"]?.stringValue ?? "" : "it succeeded"
  }

  func body(_ command: String, _ arguments: JSONObject = [:]) -> JSONValue {
    let answer = ask(command, arguments)
    #expect(answer["success"] == .boolean(true), "\(command): \(answer["message"]?.stringValue ?? "")")
    return answer["body"] ?? .null
  }

  /// Moves, and returns the place and the text of the stop; `nil` where the run has ended.
  @discardableResult
  func move(_ command: String) -> Stop? {
    ask(command, ["threadId": .int(1)])
    return stop
  }

  struct Stop: Equatable {
    let reason: String
    let name: String
    let line: Int
    let text: String
  }

  /// The last stop.
  var stop: Stop? {
    guard let event = events.first(where: { $0["event"]?.stringValue == "stopped" })?["body"] else { return nil }
    let kept = events
    defer { events = kept }
    let top = frames.first
    return Stop(
      reason: event["reason"]?.stringValue ?? "", name: top?["name"]?.stringValue ?? "", line: top?["line"]?.wholeNumber ?? 0,
      text: event["text"]?.stringValue ?? "")
  }

  var frames: [JSONValue] { body("stackTrace", ["threadId": .int(1)])["stackFrames"]?.arrayValue ?? [] }

  /// The values of the scopes of the top frame.
  var scopes: [String: [String: String]] {
    let frame = frames.first?["id"] ?? .null
    let scopes = body("scopes", ["frameId": frame])["scopes"]?.arrayValue ?? []
    return Dictionary(
      scopes.map { ($0["name"]?.stringValue ?? "", values($0["variablesReference"] ?? .null)) }, uniquingKeysWith: { $1 })
  }

  func values(_ reference: JSONValue) -> [String: String] {
    let found = body("variables", ["variablesReference": reference])["variables"]?.arrayValue ?? []
    return Dictionary(
      found.map { ($0["name"]?.stringValue ?? "", $0["value"]?.stringValue ?? "") }, uniquingKeysWith: { $1 })
  }

  func setBreakpoints(_ breakpoints: [JSONObject], in path: String = ShopCase.path) -> [JSONValue] {
    let source: JSONObject = ["path": .text("\(MemoryFiles.root)/\(path)")]
    let body = body("setBreakpoints", ["source": .object(source), "breakpoints": .array(breakpoints.map { .object($0) })])
    return body["breakpoints"]?.arrayValue ?? []
  }

  func begin(stoppingAt filters: [String] = []) {
    ask("setExceptionBreakpoints", ["filters": .array(filters.map { .text($0) })])
    ask("configurationDone")
  }

  /// The texts of the output events of the last answer.
  var output: String {
    events.filter { $0["event"]?.stringValue == "output" }.compactMap { $0["body"]?["output"]?.stringValue }.joined()
  }

  var hasEnded: Bool { events.contains { $0["event"]?.stringValue == "terminated" } }
}

/// A shop whose order has a function, a table, a loop, a view and an invariant.
enum ShopCase {
  static let path = "truths/shop/shop.truths"
  static let truths = """
    pack shop:
      version: 1.0.0

    policy limit: {type: decimal in eur, default: 100}

    record line:
      fields: {sku: text, quantity: integer}

    fact order.placed:
      key: [order_id]
      fields: {order_id: text, total: decimal in eur}

    fact order.large:
      key: [order_id]
      fields: {order_id: text}

    fact order.count:
      key: [order_id]
      derived: true
      fields: {order_id: text, n: integer}

    intent place_order:
      fields: {order_id: text, amount: decimal in eur, lines: list of line, note: text}

    function with_tax:
      inputs: {net: decimal in eur}
      output: decimal in eur
      value: net * 1.2

    table discount_of:
      inputs: {count: integer}
      output: decimal
      rows:
        - count > 10 → 0.2
        - count > 1 → 0.1
        - otherwise → 0

    truth counting:
      when:
        - fact: order.placed as o
      produces:
        - fact.order.count:
            order_id: o.order_id
            n: 1

    truth marking:
      when:
        - fact: order.placed as o
        - if: o.total > 30
      produces:
        - fact.order.large:
            order_id: o.order_id

    truth ordering:
      when:
        - intent: place_order
      let:
        count: sum(l.quantity for l in lines)
        total: with_tax(max(amount, 0)) * (1 - discount_of(count))
      requires:
        - order_id exists
        - amount > 0
        - every l in lines satisfies l.quantity > 0
      invariants:
        - total > limit → reject("Above the limit")
        - note exists → note != "stop"
        - no c in order.count satisfies c.order_id == order_id
      produces:
        - fact.order.placed:
            total: total
        - trace.shop.ordering
      ensures:
        - order.placed exists

    """

  static let order = """
    {"action": "place_order", "order_id": "o1", "amount": 30,
     "lines": [{"sku": "a", "quantity": 2}, {"sku": "b", "quantity": 1}]}
    """
  static let large = order.replacing("30", with: "3000")

  static let files = [
    path: truths, "order.json": order, "large.json": large,
    "known.jsonl": #"{"type": "order.placed", "order_id": "o0", "total": 5}"# + "\n",
    "Fixtures/shop/shop.small.json":
      #"{"id": "shop.small", "proposal": \#(order), "expected": {"decision": "accepted"}}"#,
  ]

  /// Returns the number of the line that holds a text, from 1.
  static func line(_ text: String) -> Int {
    1 + (truths.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains(text) } ?? -1)
  }
}

/// An auction in which one truth makes several facts of one type, and moves several instances.
enum LotCase {
  static let truths = """
    pack shop:
      version: 1.0.0

    record line:
      fields: {sku: text, price: decimal in eur}

    fact lot.noted:
      key: [lot_id]
      fields: {lot_id: text, price: decimal in eur}

    fact lot.large:
      key: [lot_id]
      fields: {lot_id: text}

    lifecycle lot:
      key: [lot_id]
      initial: open
      transitions:
        - open → sold
      terminal: [sold]

    intent place_order:
      fields: {lot_id: text, next: text, lines: list of line}

    truth selling:
      when:
        - intent: place_order
      let:
        whole: part * 2
        part: sum(l.price for l in lines)
      moves:
        - lot: start → open → sold
        - lot(lot_id = next): start → open
      produces:
        - fact.lot.noted:
            price: whole
        - fact.lot.noted:
            lot_id: next
            price: part
        - trace.shop.selling

    truth marking:
      when:
        - fact: lot.noted as n
        - if: n.price > 100
      invariants:
        - n.price > 110 → warn("Lot {n.lot_id} is large")
      produces:
        - fact.lot.large where n.price > 1000
        - fact.lot.large:
            lot_id: n.lot_id

    """

  static let proposal = #"{"action": "place_order", "lot_id": "a", "next": "b", "lines": [{"sku": "x", "price": 60}]}"#

  /// Facts as they are shown, with their outputs and moves.
  static let places = [
    ("lot.entered: lot_id a, state open", "- lot: start"), ("lot.entered: lot_id a, state sold", "- lot: start"),
    ("lot.entered: lot_id b, state open", "- lot(lot_id"), ("lot.noted: lot_id a", "- fact.lot.noted:"),
    ("lot.noted: lot_id b", "lot_id: next"), ("lot.large: lot_id a", "lot_id: n.lot_id"),
  ]

  /// Returns the number of the line of an output or move that holds a text, from 1.
  static func line(_ text: String) -> Int {
    let lines = truths.split(separator: "\n", omittingEmptySubsequences: false)
    let place = lines.firstIndex { $0.contains(text) } ?? -2
    return lines.indices.contains(place) && lines[place].contains("- ") ? place + 1 : place
  }
}
