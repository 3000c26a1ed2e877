package import TruthsJSON
package import TruthsProgram
import TruthsText

/// A fixture to be shown in a handbook.
package struct HandbookExample {
  let id: String
  let json: JSONValue

  package init?(_ json: JSONValue) {
    guard let id = json["id"]?.stringValue else { return nil }
    self.id = id
    self.json = json
  }

  var anchor: String { HeadingAnchor.declaration("fixture", id) }

  /// Title: the description, else the last part of the id.
  var title: Phrase {
    if let text = json["description"]?.stringValue, !text.isEmpty { return .plain(text) }
    return .plain(PlainName.heading(id.split(separator: ".").last.map(String.init) ?? id))
  }

  /// Expectations for the proposal, and in each `expect` of a scenario.
  private var expectations: [JSONValue] {
    [json["expected"]].compactMap { $0 } + (json["scenario"]?.arrayValue ?? []).compactMap { $0["expect"] }
  }

  /// Ids that the expectations name, in order.
  var mentions: [String] {
    var ids: [String] = []
    for expected in expectations {
      var found = [expected["truth_id"]?.stringValue]
      for list in ["violations", "traces"] { found += (expected[list]?.arrayValue ?? []).map { $0["truth_id"]?.stringValue } }
      for id in found.compactMap({ $0 }) where !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  /// Whether the proposal is stopped, finally or until people agree.
  fileprivate var isRefusal: Bool {
    expectations.contains { expected in
      ["rejected", "halted", "waiting"].contains(expected["decision"]?.stringValue ?? "")
        || ["rejected", "halted", "waiting"].contains(expected["run_status"]?.stringValue ?? "")
        || !(expected["violations"]?.arrayValue ?? []).isEmpty
    }
  }
}

/// The fixtures of a handbook, assigned to the sections that show them in full.
package struct HandbookExamples {
  /// Fixtures by the id of the truth, invariant or lifecycle whose section shows them.
  private(set) var home: [String: [HandbookExample]] = [:]
  /// Fixtures that belong to no pack.
  private(set) var homeless: [HandbookExample] = []
  private var byMention: [String: [HandbookExample]] = [:]

  package init(_ all: [HandbookExample], in program: Program) {
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

  /// Returns the fixtures whose expectations name an id.
  func mentioning(_ id: String) -> [HandbookExample] { byMention[id, default: []] }

  /// Returns the fixtures in which a truth, invariant or clause stops a proposal.
  func refusing(_ id: String) -> [HandbookExample] {
    let named = mentioning(id).filter(\.isRefusal)
    let known = Set(named.map(\.id))
    return named + home[id, default: []].filter { $0.isRefusal && !known.contains($0.id) }
  }

  /// Returns the declaration whose section shows the fixtures of an id, for ids of truths, invariants, lifecycles and clauses.
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

  /// Returns the owner of the longest prefix of a fixture's id.
  private static func prefixOwner(_ id: String, _ owners: [String: String]) -> String? {
    var rest = Substring(id)
    while let dot = rest.lastIndex(of: ".") {
      rest = rest[..<dot]
      if let owner = owners[String(rest)] { return owner }
    }
    return nil
  }
}
