import TruthsDiagnostics
import TruthsJSON
import TruthsProgram
import TruthsRendering
import TruthsText

/// The explanation of fixtures in words.
extension HandbookExample {
  /// Returns the fixture in words: the context, the proposal or steps, and the expectation.
  func example(_ maker: HandbookMaker) -> Handbook.Example {
    let words = ExampleWords(maker: maker)
    var rows: [Handbook.Table.Row] = []
    func add(_ name: Phrase, _ value: Phrase) { rows.append(Handbook.Table.Row([name, value])) }
    let given = (json["context"]?["facts"]?.arrayValue ?? []).map { words.data.fact($0) }
    if !given.isEmpty { add("Known before", given.lines) }
    for document in json["context"]?["documents"]?.objectValue?.members ?? [] {
      add("Document \(plain: document.name.string)", words.data.value(document.value))
    }
    if let policies = json["policies"] { add("Policies", words.policies(policies)) }
    if let now = json["now"]?.stringValue { add("Moment", .value(PlainValue.text(now))) }
    if let proposal = json["proposal"] { add("Proposed", words.proposal(proposal)) }
    let steps = (json["scenario"]?.arrayValue ?? []).map { words.step($0) }
    if let expected = json["expected"], steps.isEmpty { add("Expected", words.expected(expected).lines) }
    var blocks: [Handbook.Block] = []
    if !rows.isEmpty { blocks.append(.table(Handbook.Table(head: ["", ""], rows: rows))) }
    if !steps.isEmpty {
      blocks.append(.paragraph("\(strong: "What happens, step by step")"))
      blocks.append(.steps(steps))
      if let expected = json["expected"] {
        blocks.append(.paragraph("\(strong: "Expected in the end")"))
        blocks.append(.list(words.expected(expected)))
      }
    }
    return Handbook.Example(anchor: anchor, title: title, id: id, blocks: blocks)
  }
}

/// Writes the proposals, steps and expectations of fixtures in words.
struct ExampleWords {
  let maker: HandbookMaker
  let data: DataWords

  init(maker: HandbookMaker) {
    self.maker = maker
    data = DataWords(scope: maker.words.scope)
  }

  func policies(_ json: JSONValue) -> Phrase {
    (json.objectValue?.members ?? []).map { member -> Phrase in
      let last = member.name.string.split(separator: ".").last.map(String.init) ?? member.name.string
      let type = maker.program.policies.first { $0.qualifiedName == member.name.string || $0.name == member.name.string }?.type
      return "\(term: PlainName.words(last)) \(data.value(member.value, as: type))"
    }.lines
  }

  /// Returns a proposal in words: `send invoice, by ada (a controller): invoice id INV-1`.
  func proposal(_ json: JSONValue) -> Phrase {
    let name = json["action"]?.stringValue ?? ""
    let who: Phrase = json["actor"].map { ", by \(actor($0))" } ?? ""
    let intent = maker.program.intents.first { $0.isProposed(by: name) }
    let fields = intent?.fields ?? []
    let envelope = json["payload"]?.objectValue == nil ? nil : json["payload"]
    var rest = data.members(json, of: fields, without: ["action", "actor", "payload"])
    if let envelope {
      let inner = data.members(envelope, of: fields)
      rest = rest.isEmpty ? inner : inner.isEmpty ? rest : "\(rest), \(inner)"
    }
    return "\(maker.link(intent: intent?.name ?? name))\(who)" + (rest.isEmpty ? "" : ": \(rest)")
  }

  private func actor(_ json: JSONValue) -> Phrase {
    let roles = (json["roles"]?.arrayValue ?? []).compactMap(\.stringValue).map { Phrase.term(PlainName.words($0)) }
    let kind = json["type"]?.stringValue.flatMap { $0 == "user" ? nil : Phrase.plain($0) }
    let marks = [kind].compactMap(\.self) + roles
    let name = json["user_id"]?.stringValue ?? json["id"]?.stringValue
    let who: Phrase = name.map { .value($0) } ?? "an unknown person"
    return marks.isEmpty ? who : "\(who) (\(marks.joined(", ")))"
  }

  // MARK: Steps

  func step(_ json: JSONValue) -> Phrase {
    let members = json.objectValue?.members ?? []
    guard let step = members.first(where: { $0.name.string != "as" }) else { return data.value(json) }
    let client = json["as"]?.stringValue ?? step.value["as"]?.stringValue
    let who: Phrase = client.map { "\(strong: .value($0))" } ?? "Somebody"
    let rest = data.members(step.value, of: [], without: ["as"])
    let tail: Phrase = rest.isEmpty ? "" : ": \(rest)"
    let id = step.value["proposal_id"]?.stringValue
    let which: Phrase = id.map { "the proposal \(value: $0)" } ?? "the proposal"
    let why: Phrase = (step.value["why"]?.stringValue).map { ", saying “\(value: $0)”" } ?? ""
    switch step.name.string {
    case "propose": return "\(who) proposes \(proposal(step.value))."
    case "expect":
      let seen = client.map { "\(strong: .value($0)) then sees: " as Phrase } ?? "Then it is so that: "
      return seen + expected(step.value).joined("; ") + "."
    case "inject_fact": return "A fact arrives from outside: \(data.fact(step.value))."
    case "connect": return "\(who) connects\(connecting(step.value))."
    case "disconnect": return "\(who) loses the network."
    case "reconnect": return "\(who) has the network again."
    case "approve": return "\(who) approves \(which)."
    case "reject": return "\(who) denies \(which)\(why)."
    case "consent": return "\(who) consents to \(which)."
    case "pause": return "\(who) pauses."
    case "resume": return "\(who) continues."
    case "cancel": return "\(who) cancels."
    case "replay": return "\(who) reads everything again from the beginning."
    case "advance":
      if let text = step.value.stringValue, let span = TimeSpan(text: text) {
        return "\(value: Self.time(Decimal(Int(span.milliseconds / 1_000)))) pass."
      }
      guard case .number(let seconds)? = step.value["seconds"] else { return "Time passes\(tail)." }
      return "\(value: Self.time(seconds)) pass."
    case "fault": return "Something goes wrong on the way\(tail)."
    case "handshake": return "\(who) asks what can be done\(tail)."
    case "update_budget": return "\(who) changes the budget\(tail)."
    default: return "\(plain: PlainName.heading(step.name.string))\(tail)."
    }
  }

  private func connecting(_ json: JSONValue) -> Phrase {
    json["actor"].map { " as \(actor($0))" } ?? ""
  }

  /// Returns a time in the largest unit that gives a whole number: `2 hours`.
  private static func time(_ seconds: Decimal) -> String {
    guard let count = Int(seconds.canonicalText), count > 0 else { return "\(seconds.canonicalText) seconds" }
    for (size, unit) in [(86400, "day"), (3600, "hour"), (60, "minute")] where count % size == 0 {
      return counted(count / size, unit)
    }
    return counted(count, "second")
  }

  // MARK: Expectations

  /// Returns a quoted reason, with its moments and time spans as people write them.
  private func said(_ json: JSONValue?) -> Phrase { "“\(value: ReasonText().text(json?.stringValue ?? ""))”" }

  private static let statuses = [
    "converged": "the run is complete", "halted": "the run is halted", "waiting": "the run waits", "running": "the run continues",
  ]

  /// Returns an expectation as phrases, one for each assertion.
  func expected(_ json: JSONValue) -> [Phrase] {
    var lines: [Phrase] = []
    if let decision = json["decision"]?.stringValue {
      lines.append("\(strong: .plain(PlainName.words(decision)))\(by(json))")
    } else if json["truth_id"] != nil {
      lines.append("decided\(by(json))")
    }
    for member in json.objectValue?.members ?? [] {
      let value = member.value
      switch member.name.string {
      case "decision", "truth_id": continue
      case "reason": lines.append("the reason is \(said(value))")
      case "reason_contains": lines.append("the reason contains \(said(value))")
      case "run_status":
        let status = value.stringValue ?? ""
        lines.append(.plain(Self.statuses[status] ?? "the run is \(status)"))
      case "waiting_for": lines.append(waiting(value))
      case "violations": lines += violations(value, beside: json)
      case "violations_count": lines.append("broken rules, with warnings: \(data.value(value))")
      case "facts": lines += (value.arrayValue ?? []).map { "is recorded: \(data.fact($0))" }
      case "no_facts": lines += (value.arrayValue ?? [value]).map { "is not recorded: \(data.fact($0))" }
      case "facts_count": lines.append("facts in all: \(data.value(value))")
      case "traces": lines += (value.arrayValue ?? []).map { "is noted: \(trace($0))" }
      case "no_traces": lines += (value.arrayValue ?? [value]).map { "is not noted: \(trace($0))" }
      case "can_i_act": lines.append(value == .boolean(true) ? "it is this person’s turn" : "it is not this person’s turn")
      default: lines.append("\(plain: PlainName.words(member.name.string)): \(data.value(value))")
      }
    }
    return lines.isEmpty ? ["nothing in particular"] : lines
  }

  private func by(_ json: JSONValue) -> Phrase {
    json["truth_id"]?.stringValue.map { " by \(maker.link(id: $0))" } ?? ""
  }

  private func waiting(_ json: JSONValue) -> Phrase {
    let names = (json.arrayValue ?? []).compactMap(\.stringValue).map { Phrase.value($0) }
    return names.isEmpty ? "it waits for no one" : "it waits for \(names.listed())"
  }

  /// Returns the broken rules. A rule that adds nothing to the decision shown beside it is left out.
  private func violations(_ json: JSONValue, beside expected: JSONValue) -> [Phrase] {
    let all = json.arrayValue ?? []
    if all.isEmpty { return ["no rule is broken"] }
    return all.compactMap { violation in
      let isSaid =
        all.count == 1 && violation["reason"] == expected["reason"] && violation["truth_id"] == expected["truth_id"]
        && expected["reason"] != nil
      if isSaid { return nil }
      let rule: Phrase = violation["truth_id"]?.stringValue.map { maker.link(id: $0) } ?? "a rule"
      let reason: Phrase = violation["reason"] == nil ? "" : ", saying \(said(violation["reason"]))"
      let rest = data.members(violation, of: [], without: ["truth_id", "reason", "kind"])
      return "is broken: \(rule)\(reason)" + (rest.isEmpty ? "" : " (\(rest))")
    }
  }

  private func trace(_ json: JSONValue) -> Phrase {
    let rest = data.members(json, of: [], without: ["truth_id"])
    guard let id = json["truth_id"]?.stringValue else { return rest }
    return "\(maker.link(id: id))" + (rest.isEmpty ? "" : " (\(rest))")
  }
}
