import TruthsAnswers
import TruthsDiagnostics
import TruthsJSON
import TruthsRendering
import TruthsRuntime
import TruthsText

/// A line about how to undo a decision, with its level of indentation.
struct UndoLine {
  var level: Int
  var text: String
}

extension WhyReport {
  /// The lines about how to undo the decision; empty if no truth set is given.
  var undoWords: [UndoLine] {
    guard let undo else { return [] }
    if let remark = undo.remark { return [UndoLine(level: 0, text: remark)] }
    var lines = undo.facts.flatMap { words(of: $0) }
    if undo.others > 0 { lines.append(UndoLine(level: 0, text: "… and \(undo.others.grouped) more facts")) }
    return lines
  }

  private func words(of fact: Undo.Fact) -> [UndoLine] {
    var lines = [UndoLine(level: 0, text: title(of: fact))]
    func add(_ text: String, _ level: Int = 1) { lines.append(UndoLine(level: level, text: text)) }
    if let entry = fact.superseded {
      add(
        fact.state == nil
          ? "entry \(entry) corrected it" : "it went on with entry \(entry), and is \(visible(fact.state?.now ?? "")) now")
    }
    for way in fact.ways {
      for (place, step) in way.enumerated() {
        add("\(way.count > 1 ? "\(place + 1). " : "")\(words(of: step))")
        for intent in step.intents { for line in conditions(of: intent) { add(line, 2) } }
      }
    }
    if let arrival = fact.arrival { add("another version from outside: \(visible(arrival)) may bring it in") }
    if let reason = fact.reason { add(fact.ways.isEmpty && fact.arrival == nil ? "no: \(visible(reason))" : visible(reason)) }
    if !fact.exits.isEmpty {
      add("from there it goes on:")
      for step in fact.exits {
        add(words(of: step), 2)
        for intent in step.intents { for line in conditions(of: intent) { add(line, 3) } }
      }
    }
    return lines
  }

  /// Returns the title of a fact, such as `order.placed order_id o1 (entry 12)`. The title of a state is `invoice invoice_id i1
  /// entered approved, was draft before (entry 9)`.
  private func title(of fact: Undo.Fact) -> String {
    let type = visible(fact.payload.factType ?? "fact")
    let keyTexts = fact.key.members.map { member in
      let type = display.type(of: member.name.string, ofFact: fact.payload)
      return "\(visible(member.name.string)) \(ExplanationText.value(member.value, as: type))"
    }
    let name = fact.state.map { visible($0.lifecycle) } ?? type
    var entered = ""
    if let state = fact.state {
      entered = " entered \(visible(fact.payload.text("state") ?? ""))"
      if state.before != "start" { entered += ", was \(visible(state.before)) before" }
    }
    let key = keyTexts.isEmpty ? "" : " \(keyTexts.joined(separator: ", "))"
    return "\(name)\(key)\(entered) (entry \(fact.entry))"
  }

  private func words(of step: Undo.Step) -> String {
    let does = step.move.map { "leads \(visible($0))" } ?? "corrects it"
    if step.intents.isEmpty {
      return "\(visible(step.truthID)) \(does), where it fires on \(step.facts.map { visible($0) }.joined(separator: " and "))"
    }
    let intents = step.intents.map { visible($0.name) }.joined(separator: " or ")
    return "\(intents) \(does) (\(visible(step.truthID)))"
  }

  /// Returns lines about who may propose an intent and who must approve or consent.
  private func conditions(of intent: Undo.Intent) -> [String] {
    var lines = intent.proposers.map { "who proposes: \(visible($0))" }
    if lines.isEmpty { lines.append("no clause limits who may propose it") }
    lines += intent.approvals.map {
      "it waits for the approval of \(visible($0.of)) \($0.isElse ? "unless" : "where") \(visible($0.condition))"
    }
    if let consent = intent.consent {
      let who = intent.consentBy.map { ", of an agent's or a system's proposal by \(visible($0))" } ?? ""
      lines.append(consent == "break_glass" ? "it wants an override" : "it wants explicit consent\(who)")
    }
    return lines
  }
}
