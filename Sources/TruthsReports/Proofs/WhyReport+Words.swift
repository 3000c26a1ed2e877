import TruthsAnswers
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsRendering
import TruthsRuntime
import TruthsText

/// The words for a node of the proof tree.
struct NodeWords {
  /// The statement of the node, such as `total is 12,000 eur`.
  var main: String
  /// Remarks on where the node comes from, such as `proposed` and `entry 4`.
  var aside: [String] = []
  /// The result of the node, such as `✓`; `nil` if the node has no result.
  var mark: (text: String, style: Style)?

  /// The statement, result and remarks of the node in one line without colours.
  var plain: String {
    (mark.map { "\($0.text) " } ?? "") + main + (aside.isEmpty ? "" : " (\(aside.joined(separator: ", ")))")
  }
}

extension WhyReport {
  /// The greatest number of elements shown of a list or a set of facts.
  static let shownElements = 5
  /// The greatest number of members shown of a fact.
  private static let shownMembers = 4

  func words(of node: ProofNode) -> NodeWords {
    let name = visible(node.name)
    switch node.kind {
    case .decision: return decision(node)
    case .clause: return clause(node)
    case .fact: return fact(node)
    case .proposal:
      return NodeWords(main: "\(name), proposed by \(ExplanationText.actor(node.actor.map { .object($0) }))", aside: stands(node))
    case .approval: return NodeWords(main: "approved by @\(name)\(roles(of: node))", aside: stands(node))
    case .consent: return NodeWords(main: "consented to by @\(name)\(roles(of: node))", aside: stands(node))
    case .field, .envelope: return NodeWords(main: valued(node), aside: ["proposed"] + entry(behind: node))
    case .moment: return NodeWords(main: valued(node), aside: ["the moment of the decision"])
    case .policy:
      return NodeWords(main: valued(node), aside: node.because.isEmpty ? ["the policy's default"] + at(node) : ["a policy"])
    case .constant: return NodeWords(main: valued(node), aside: [node.text.map { visible($0) } ?? "as written"] + at(node))
    case .named: return NodeWords(main: valued(node), aside: ["let"])
    case .table, .function: return NodeWords(main: valued(node), aside: ["\(node.kind.rawValue)"] + at(node))
    case .row: return NodeWords(main: "the row \(visible(node.text ?? ""))", aside: at(node))
    case .lookUp, .state: return lookUp(node)
    case .view: return NodeWords(main: "\(name): \(members(of: node))", aside: ["follows whenever it is read"])
    case .range:
      let aside = node.count.map { ["over \($0.grouped)"] } ?? []
      // A quantifier: `every x in order.placed: true`.
      guard case .boolean(let isTrue)? = node.value else { return NodeWords(main: valued(node), aside: aside) }
      return NodeWords(main: "\(name): \(isTrue)", aside: aside)
    case .attribute: return NodeWords(main: valued(node))
    case .kept: return NodeWords(main: valued(node), aside: ["kept from the version before"])
    case .absent: return NodeWords(main: "there is no \(name)\(key(of: node))")
    case .result:
      return NodeWords(
        main: "\(name)\(node.value == nil ? "" : ": \(members(of: node))")",
        aside: ["what the decision itself leaves"] + stands(node))
    case .recorded: return NodeWords(main: node.value == nil ? name : valued(node), aside: ["as recorded"])
    }
  }

  /// Returns the name and value of a node: `total is 12,000 eur`.
  private func valued(_ node: ProofNode) -> String {
    let value = node.value ?? .null
    return "\(visible(node.name)) is \(ExplanationText.value(value, as: node.displayType))"
  }

  private func decision(_ node: ProofNode) -> NodeWords {
    let reason = visible(node.text ?? "")
    // A record without a decision counts as halted.
    let ending = if case .decision(let told)? = node.outcome { told } else { RunEnding.halted }
    let word = ending.title
    let because = ending == .accepted ? node.heldClauses?.words ?? reason : reasonText(of: node).text(reason)
    let isSaid = because.hasPrefix(word + " ")
    return NodeWords(
      main: isSaid ? String(because.dropFirst(word.count + 1)) : because, aside: stands(node) + ["by \(visible(node.name))"],
      mark: (isSaid ? word : word + ":", ending.style))
  }

  private func clause(_ node: ProofNode) -> NodeWords {
    var settled = node.isOverridden ? ", overridden by break-glass" : ""
    if !node.approvers.isEmpty { settled = ", agreed to by @\(visible(node.approvers.joined(separator: ", @")))" }
    let mark: (String, Style) =
      switch node.outcome {
      case .clause(.holds)?: ("✓", .help)
      case .clause(.notApplicable)?: ("–", .gutter)
      case .clause(.unknown)?: ("?", .warning)
      default: settled.isEmpty ? ("✗", .error) : ("✓", .help)
      }
    return NodeWords(
      main: reasonText(of: node).text(visible(node.text ?? "")) + settled,
      aside: [visible([node.name, node.clause].compactMap(\.self).joined(separator: " "))] + at(node), mark: mark)
  }

  /// Returns the reason of a decision or clause, formatted for readers. Its values are those of the node's reasons and of the
  /// violated clauses among them.
  private func reasonText(of node: ProofNode) -> ReasonText {
    let behind = node.because.map { tree.nodes[$0] }
    let clauses = behind.filter { $0.kind == .clause && $0.outcome != .clause(.holds) && $0.outcome != .clause(.notApplicable) }
    var (values, types) = ([JSONObject.Member](), [String: DisplayType]())
    for value in behind + clauses.flatMap({ $0.because.map { tree.nodes[$0] } }) {
      guard let json = value.value, types[value.name] == nil else { continue }
      values.append(JSONObject.Member(name: Text(value.name), value: json))
      types[value.name] = value.displayType
    }
    return ReasonText(JSONObject(values), types)
  }

  private func fact(_ node: ProofNode) -> NodeWords {
    let name = visible(node.name)
    let who = "@\(visible(node.actor?.text("user_id") ?? "unknown"))"
    guard let outside = node.outside else {
      return NodeWords(
        main: "\(name): \(members(of: node))", aside: stands(node) + [node.truthID.map { "by \(visible($0))" }].compactMap(\.self)
      )
    }
    let how =
      switch outside {
      case .external: "from outside, by \(who)"
      case .document: "from a document, by \(who)"
      case .setting: "set by \(who)"
      case .shortForm: "given in short form"
      case .history: "from before the ledger, by \(node.truthID.map { visible($0) } ?? who)"
      }
    return NodeWords(
      main: "\(name): \(members(of: node))", aside: outside == .shortForm ? entry(node) + [how] : stands(node) + [how])
  }

  private func lookUp(_ node: ProofNode) -> NodeWords {
    let name = visible(node.name) + key(of: node)
    switch node.value {
    case .boolean(true)? where node.isPresence: return NodeWords(main: "\(name) is there")
    case .boolean(false)? where node.isPresence: return NodeWords(main: "there is no \(name)")
    default: return NodeWords(main: "\(name) is \(ExplanationText.value(node.value ?? .null, as: node.displayType))")
    }
  }

  /// Returns the key of a look-up: ` for period_id 2026-01`.
  private func key(of node: ProofNode) -> String {
    guard let key = node.key, !key.members.isEmpty else { return "" }
    return " for "
      + key.members.map { member in
        let name = member.name.string
        return "\(visible(name)) \(ExplanationText.value(member.value, as: node.keyTypes?.member(name)))"
      }
      .joined(separator: ", ")
  }

  /// Returns the members of a fact: `order_id o1, total 12,000 eur`.
  private func members(of node: ProofNode) -> String {
    node.value?.objectValue.map { display.members(ofFact: $0, most: Self.shownMembers) } ?? ""
  }

  private func roles(of node: ProofNode) -> String {
    let roles = node.actor?.texts("roles") ?? []
    let standing = node.value?["as"].map { ", standing in: \(ExplanationText.value($0))" } ?? ""
    return roles.isEmpty ? standing : " (\(roles.map { visible($0) }.joined(separator: ", ")))\(standing)"
  }

  // MARK: Places

  /// Returns the number of the node's entry, and its line in the ledger's file if that number differs. Empty if the node has no
  /// entry.
  private func entry(_ node: ProofNode) -> [String] {
    guard let entry = node.entry else { return [] }
    let line = line(of: entry).flatMap { $0 == entry ? nil : " (line \($0))" }
    return ["entry \(entry)\(line ?? "")"]
  }

  private func stands(_ node: ProofNode) -> [String] {
    entry(node) + (node.timestamp.map { [PlainValue.text($0.text)] } ?? [])
  }

  private func entry(behind node: ProofNode) -> [String] { node.because.first.map { entry(tree.nodes[$0]) } ?? [] }

  private func at(_ node: ProofNode) -> [String] { location(of: node).map { [visible($0)] } ?? [] }

  // MARK: Reasons

  /// Returns the indices of the reasons to show under a node, and the number of hidden ones. Reasons that the node's own words
  /// state are omitted.
  func behind(_ id: Int) -> (shown: [Int], others: Int) {
    let node = tree.nodes[id]
    switch node.kind {
    case .field, .envelope: return ([], 0)
    case .lookUp, .state:
      return (node.because.filter { tree.nodes[$0].kind != .absent && !isProposed($0) }, 0)
    case .range where node.because.count > Self.shownElements:
      let hidden = (node.count ?? node.because.count) - Self.shownElements
      return (Array(node.because.prefix(Self.shownElements)), max(hidden, node.because.count - Self.shownElements))
    default: return (node.because.map(shownNode), 0)
    }
  }

  /// Returns the index of the node to show for a field of a fact. It is the node of the field's value if both have the same
  /// name and value.
  private func shownNode(_ id: Int) -> Int {
    let node = tree.nodes[id]
    guard node.kind == .attribute, node.because.count == 1, let other = node.because.first.map({ tree.nodes[$0] }),
      other.name == node.name, other.value == node.value
    else { return id }
    return node.because[0]
  }

  private func isProposed(_ id: Int) -> Bool { tree.nodes[id].kind == .field || tree.nodes[id].kind == .envelope }
}

extension ProofNode {
  /// Whether the node is a fact, which gets a line of its own.
  var isRecord: Bool {
    switch kind {
    case .fact, .view, .result: true
    default: false
    }
  }
}
