import TruthsDiagnostics
import TruthsJSON
import TruthsRendering
import TruthsRuntime
import TruthsText

/// The difference between the facts that a decision produced and those that it would produce now, in words.
struct FactChanges {
  private let old: [JSONObject]
  private let new: [JSONObject]

  init(_ old: [JSONObject], _ new: [JSONObject]) { (self.old, self.new) = (old, new) }

  /// The changes, "`order.placed` fee 10 → 1000"; a fact without a counterpart is shown whole.
  var words: String {
    var parts: [String] = []
    var others = new
    for fact in old {
      guard let place = others.firstIndex(where: { $0.factType == fact.factType }) else {
        parts.append("no longer \(Self.whole(fact))")
        continue
      }
      parts.append(Self.change(from: fact, to: others.remove(at: place)))
    }
    parts += others.map { "also \(Self.whole($0))" }
    return parts.joined(separator: "; ")
  }

  private static func change(from old: JSONObject, to new: JSONObject) -> String {
    let names = old.members.map(\.name.string) + new.members.map(\.name.string).filter { old[$0] == nil }
    let changes = names.filter { old[$0] != new[$0] }.map { name in
      "\(visible(name)) \(value(old[name])) → \(value(new[name]))"
    }
    return "`\(visible(old.factType ?? ""))` \(changes.joined(separator: ", "))"
  }

  private static func whole(_ fact: JSONObject) -> String {
    let members = fact.members.filter { $0.name.string != "type" }.map { "\(visible($0.name.string)) \(value($0.value))" }
    return "`\(visible(fact.factType ?? ""))` (\(members.joined(separator: ", ")))"
  }

  private static func value(_ value: JSONValue?) -> String { value.map { ExplanationText.value($0) } ?? "none" }
}
