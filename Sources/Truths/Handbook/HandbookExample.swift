import TruthsCheck
import TruthsJSON
import TruthsText

/// A fixture as the handbook shows it.
struct HandbookExample {
  let id: String
  let json: JSONValue

  init?(_ json: JSONValue) {
    guard let id = json["id"]?.stringValue else { return nil }
    self.id = id
    self.json = json
  }

  var anchor: String { HeadingAnchor.declaration("fixture", id) }

  /// The expectations: for the proposal, and in each `expect` of a scenario.
  private var expectations: [JSONValue] {
    [json["expected"]].compactMap { $0 } + (json["scenario"]?.arrayValue ?? []).compactMap { $0["expect"] }
  }

  /// The ids that the expectations name, in order.
  var mentions: [String] {
    var ids: [String] = []
    for expected in expectations {
      var found = [expected["truth_id"]?.stringValue]
      for list in ["violations", "traces"] { found += (expected[list]?.arrayValue ?? []).map { $0["truth_id"]?.stringValue } }
      for id in found.compactMap({ $0 }) where !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  /// Whether the proposal is stopped, finally or until somebody agrees.
  fileprivate var isRefusal: Bool {
    expectations.contains { expected in
      ["rejected", "halted"].contains(expected["decision"]?.stringValue ?? "")
        || ["rejected", "halted", "waiting"].contains(expected["run_status"]?.stringValue ?? "")
        || !(expected["violations"]?.arrayValue ?? []).isEmpty
    }
  }

  // MARK: In words

  func example(_ maker: HandbookMaker) -> Handbook.Example {
    var blocks: [Handbook.Block] = []
    if let text = json["description"]?.stringValue { blocks.append(.paragraph(.plain(text))) }
    var rows: [Handbook.Table.Row] = []
    let given = (json["context"]?["facts"]?.arrayValue ?? []).map { Self.fact($0) }
    if !given.isEmpty { rows.append(Handbook.Table.Row(["Given", given.lines])) }
    if let policies = json["policies"] { rows.append(Handbook.Table.Row(["Policies", Self.members(policies)])) }
    if let now = json["now"]?.stringValue { rows.append(Handbook.Table.Row(["Now", .code(now)])) }
    if let proposal = json["proposal"] { rows.append(Handbook.Table.Row(["Proposed", Self.proposal(proposal, maker)])) }
    for step in json["scenario"]?.arrayValue ?? [] { rows.append(Self.step(step, maker)) }
    if let expected = json["expected"] { rows.append(Handbook.Table.Row(["Expected", Self.expected(expected, maker)])) }
    blocks.append(.table(Handbook.Table(head: ["", ""], rows: rows)))
    return Handbook.Example(anchor: anchor, title: "Example \(code: id)", blocks: blocks)
  }

  private static func fact(_ json: JSONValue) -> Phrase {
    let type = (json["type"] ?? json["fact_type"])?.stringValue ?? ""
    return "\(code: type) \(members(json, without: ["type", "fact_type"]))"
  }

  private static func proposal(_ json: JSONValue, _ maker: HandbookMaker) -> Phrase {
    let name = json["action"]?.stringValue ?? ""
    let who: Phrase = json["actor"].map { " by \(actor($0))" } ?? ""
    let rest = members(json, without: ["action", "actor"])
    return "\(maker.link(intent: name))\(who)" + (rest.isEmpty ? "" : " with \(rest)")
  }

  private static func actor(_ json: JSONValue) -> Phrase {
    let roles = (json["roles"]?.arrayValue ?? []).compactMap(\.stringValue)
    let shown: Phrase = roles.isEmpty ? "" : " (\(plain: roles.joined(separator: ", ")))"
    return "\(code: "@" + (json["user_id"]?.stringValue ?? "unknown"))\(shown)"
  }

  private static func step(_ json: JSONValue, _ maker: HandbookMaker) -> Handbook.Table.Row {
    let members = json.objectValue?.members ?? []
    let named = members.filter { $0.name.string != "as" }
    guard let step = named.first else { return Handbook.Table.Row(["", .code(text(json))]) }
    let client = json["as"]?.stringValue
    let head: Phrase = client.map { "\(plain: step.name.string) (\(plain: $0))" } ?? .plain(step.name.string)
    switch step.name.string {
    case "propose": return Handbook.Table.Row([head, proposal(step.value, maker)])
    case "expect": return Handbook.Table.Row([head, expected(step.value, maker)])
    case "inject_fact": return Handbook.Table.Row([head, fact(step.value)])
    default:
      return Handbook.Table.Row([head, step.value.objectValue == nil ? .code(text(step.value)) : Self.members(step.value)])
    }
  }

  private static func expected(_ json: JSONValue, _ maker: HandbookMaker) -> Phrase {
    var lines: [Phrase] = []
    let decision = json["decision"]?.stringValue ?? json["run_status"]?.stringValue
    if let decision {
      let by: Phrase = json["truth_id"]?.stringValue.map { " by \(maker.link(id: $0))" } ?? ""
      lines.append("\(strong: .plain(decision))\(by)")
    } else if let id = json["truth_id"]?.stringValue {
      lines.append("by \(maker.link(id: id))")
    }
    for name in ["reason", "reason_contains"] {
      if let reason = json[name]?.stringValue { lines.append("“\(plain: reason)”") }
    }
    for fact in json["facts"]?.arrayValue ?? [] { lines.append("produces: \(Self.fact(fact))") }
    for fact in json["no_facts"]?.arrayValue ?? [] { lines.append("does not produce: \(Self.fact(fact))") }
    let shown = ["decision", "truth_id", "reason", "reason_contains", "facts"]
    for member in json.objectValue?.members ?? [] where !shown.contains(member.name.string) {
      if member.name.string == "run_status", json["decision"] == nil { continue }
      if member.name.string == "no_facts", member.value.arrayValue != nil { continue }
      lines.append("\(plain: member.name.string): \(code: text(member.value))")
    }
    return lines.lines
  }

  /// `amount` 500, `why` late
  private static func members(_ json: JSONValue, without hidden: [String] = []) -> Phrase {
    (json.objectValue?.members ?? []).filter { !hidden.contains($0.name.string) }.map { member -> Phrase in
      "\(plain: member.name.string) \(code: text(member.value))"
    }.joined(", ")
  }

  private static func text(_ value: JSONValue) -> String {
    value.stringValue ?? String(decoding: value.compact(), as: UTF8.self)
  }
}

/// The fixtures of a handbook, each with the place where it is shown in full.
struct HandbookExamples {
  /// By the id of the truth, invariant or lifecycle that shows them.
  private(set) var home: [String: [HandbookExample]] = [:]
  /// Those that belong to no pack.
  private(set) var homeless: [HandbookExample] = []
  private var byMention: [String: [HandbookExample]] = [:]

  init(_ all: [HandbookExample], in program: Program) {
    let owners = Self.owners(program)
    for example in all {
      let mentions = example.mentions
      for id in mentions { byMention[id, default: []].append(example) }
      if let owner = mentions.firstValue({ owners[$0] }) ?? Self.prefixOwner(example.id, owners) {
        home[owner, default: []].append(example)
      } else {
        homeless.append(example)
      }
    }
  }

  /// Those whose expectations name an id.
  func mentioning(_ id: String) -> [HandbookExample] { byMention[id, default: []] }

  /// Those in which a truth, invariant or clause stops a proposal.
  func refusing(_ id: String) -> [HandbookExample] {
    let named = mentioning(id).filter(\.isRefusal)
    let known = Set(named.map(\.id))
    return named + home[id, default: []].filter { $0.isRefusal && !known.contains($0.id) }
  }

  /// For the ids of truths, invariants, lifecycles and clauses, the declaration whose section shows their fixtures.
  private static func owners(_ program: Program) -> [String: String] {
    var owners: [String: String] = [:]
    for truth in program.truths { owners[truth.id] = truth.id }
    for invariant in program.invariants { owners[invariant.id] = owners[invariant.id] ?? invariant.id }
    for lifecycle in program.lifecycles {
      let id = HandbookMaker.id(of: lifecycle)
      owners[id] = owners[id] ?? id
    }
    for truth in program.truths {
      for clause in truth.invariants + truth.requires + truth.ensures {
        owners[clause.id] = owners[clause.id] ?? truth.id
      }
    }
    for invariant in program.invariants { owners[invariant.clause.id] = owners[invariant.clause.id] ?? invariant.id }
    return owners
  }

  /// The longest id that the fixture's begins with.
  private static func prefixOwner(_ id: String, _ owners: [String: String]) -> String? {
    var rest = Substring(id)
    while let dot = rest.lastIndex(of: ".") {
      rest = rest[..<dot]
      if let owner = owners[String(rest)] { return owner }
    }
    return nil
  }
}
