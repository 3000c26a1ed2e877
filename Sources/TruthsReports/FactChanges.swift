import TruthsDiagnostics
import TruthsJSON
import TruthsRendering
import TruthsRuntime
import TruthsText

/// The difference in words between the facts that a decision produced and the facts that it would produce now.
struct FactChanges {
  private let old: [JSONObject]
  private let new: [JSONObject]
  private let display: FieldDisplay

  init(_ old: [JSONObject], _ new: [JSONObject], _ display: FieldDisplay) {
    (self.old, self.new, self.display) = (old, new, display)
  }

  /// The changes as text, such as "`order.placed` fee 10 eur → 1,000 eur". A fact without a counterpart is shown whole.
  var words: String {
    var texts: [String] = []
    var others = new
    for fact in old {
      guard let place = others.firstIndex(where: { $0.factType == fact.factType }) else {
        texts.append("no longer \(text(fact))")
        continue
      }
      texts.append(change(from: fact, to: others.remove(at: place)))
    }
    texts += others.map { "also \(text($0))" }
    return texts.joined(separator: "; ")
  }

  private func change(from old: JSONObject, to new: JSONObject) -> String {
    let names = old.members.map(\.name.string) + new.members.map(\.name.string).filter { old[$0] == nil }
    let changes = names.filter { old[$0] != new[$0] }.map { name in
      "\(visible(name)) \(value(name, of: old)) → \(value(name, of: new))"
    }
    return "`\(visible(old.factType ?? ""))` \(changes.joined(separator: ", "))"
  }

  private func text(_ fact: JSONObject) -> String {
    "`\(visible(fact.factType ?? ""))` (\(display.members(ofFact: fact)))"
  }

  private func value(_ member: String, of fact: JSONObject) -> String {
    fact[member].map { ExplanationText.value($0, as: display.type(of: member, ofFact: fact)) } ?? "none"
  }
}
