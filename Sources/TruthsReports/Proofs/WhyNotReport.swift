package import TruthsAnswers
import TruthsDiagnostics
import TruthsEngine
package import TruthsJSON
import TruthsRendering
import TruthsRuntime
import TruthsText

/// A printed report on the changes that would make a proposal accepted (answers §1).
public struct WhyNotReport: Sendable {
  private let whyNot: WhyNot
  /// The results of the possible answers of people to a waiting run; empty if the run does not wait.
  private let answers: [PossibleAnswer]
  /// Whether the search stopped at its work limit. If so, further changes and answers may exist.
  private let isExhausted: Bool
  /// The proposal, which determines the display types of its fields.
  private let proposal: JSONObject
  private let display: FieldDisplay
  /// Whether the user requested margins: how far a value may change before the proposal is no longer accepted.
  private let isMeasured: Bool
  /// Whether the report accompanies the output of a run. If so, the search was smaller.
  private let isAside: Bool

  package init(
    _ whyNot: WhyNot, answers: PossibleAnswers, proposal: JSONObject, display: FieldDisplay,
    isMeasured: Bool, isAside: Bool
  ) {
    self.whyNot = whyNot
    self.answers = answers.list
    isExhausted = whyNot.isExhausted || answers.isExhausted
    self.proposal = proposal
    self.display = display
    self.isMeasured = isMeasured
    self.isAside = isAside
  }

  /// Whether the proposal is accepted as it is.
  public var isAccepted: Bool { whyNot.outcome.isAccepted }

  /// Whether the search found changes that make the proposal accepted.
  public var hasWays: Bool { !whyNot.ways.isEmpty }

  /// Whether the run waits for people if the proposal is unchanged.
  public var isWaiting: Bool { whyNot.outcome.ending == .waiting }

  /// The report as JSON over several lines: `{"decision": …, "reason": …, "ways": […], "unmendable": […]}` (answers §1.3).
  public var json: String { JSONValue.object(object).lines }

  package var object: JSONObject { Self.record.object(of: self) }

  /// Returns the report for a terminal.
  public func text(isColored: Bool = false) -> String {
    let ending = whyNot.outcome.ending
    let words = visible(whyNot.outcome.reason)
    let reason = isAccepted ? whyNot.outcome.heldClauses?.words ?? words : ReasonText(whyNot.outcome.deciding).text(words)
    return ending.style.paint(ending.title, isColored) + ": \(reason)\n\n"
      + (isAccepted ? marginsText(isColored: isColored) : waysText(isColored: isColored))
  }

  private func marginsText(isColored: Bool) -> String {
    guard isMeasured else { return "it is accepted as it is\n" }
    if whyNot.margins.isEmpty { return "No other number or day that was tried would change that\n" }
    var lines = [Style.emphasis.paint("It would also be accepted with", isColored)]
    for margin in whyNot.margins {
      let type = type(of: margin.place, margin.value)
      let (value, last) = (ExplanationText.value(margin.value, as: type), ExplanationText.value(margin.last, as: type))
      let present = margin.value == margin.last ? "as it is" : "it is \(value)"
      let next = ExplanationText.value(margin.next, as: type)
      lines.append("  `\(visible(margin.place.text))` \(margin.isUp ? "up" : "down") to \(last), \(present)")
      lines.append("     with \(next) \(margin.ending.rawValue): \(ReasonText(margin.deciding).text(visible(margin.reason)))")
    }
    if isExhausted { lines += ["", "the search ended at its limit: more values may exist"] }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the possible answers and the changes found, as text for a terminal.
  package func waysText(isColored: Bool) -> String {
    var lines: [String] = []
    if !answers.isEmpty {
      lines.append(Style.emphasis.paint("What an answer leads to", isColored))
      let rows = answers.map { answer in
        let ending = answer.kind == .deny ? answer.decision.rawValue : ending(of: answer)
        return ("\(answer.kind.noun) by \(visible(answer.who))", ending)
      }
      lines += ExplanationText.table(rows, indent: 2) + [""]
    }
    if whyNot.ways.isEmpty {
      lines.append(Style.emphasis.paint("We found no change that leads to a different decision", isColored))
      let groups = MissingFactGroups(whyNot.unmendable.map { ($0.reason, $0.values) })
      for (index, violation) in whyNot.unmendable.enumerated() where !groups.isFolded(index) {
        lines.append("  no change that we tried fixes: \(ReasonText(violation).text(visible(violation.reason)))")
        if let remainder = groups.remainder(after: index) { lines.append("    \(remainder)") }
      }
    } else {
      if whyNot.ways.contains(where: { $0.identityChanges > 0 }) {
        lines += ["No change that was tried keeps what is proposed and who proposes it.", ""]
      }
      lines.append(Style.emphasis.paint("It would be accepted with", isColored))
    }
    for (place, way) in whyNot.ways.enumerated() {
      let changes = words(way)
      lines.append("  \(place + 1)  " + changes.joined(separator: "\n     and "))
    }
    if isExhausted {
      let rest = isAside ? "`truths why-not` looks further" : "there may be other ways"
      lines += ["", "the search ended at its limit: \(rest)"]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func ending(of answer: PossibleAnswer) -> String {
    if answer.isAccepted { return answer.decision.rawValue }
    if answer.status == .waiting {
      return "waiting for \(ExplanationText.joined(answer.waitingFor.map { visible($0.words) }))"
    }
    return "\(answer.decision.rawValue): \(ReasonText(answer.deciding).text(visible(answer.reason)))"
  }

  /// Returns the changes of a change set in words. Equal agreements of several people become one line.
  private func words(_ way: ChangeSet) -> [String] {
    var told: [(words: String, count: Int)] = []
    for change in way.changes.map({ words($0, way.side) }) {
      if let place = told.firstIndex(where: { $0.words == change }) { told[place].count += 1 } else { told.append((change, 1)) }
    }
    return told.map { $0.count == 1 ? $0.words : "\($0.words), of \($0.count) different people" }
  }

  private func words(_ change: Change, _ side: ChangeSet.Side?) -> String {
    switch change {
    case .field(let field, let from, let to):
      guard let to, to != .null else { return "no `\(visible(field.text))`" }
      let value = ExplanationText.value(to, as: type(of: field, to))
      let bound =
        switch side {
        case .atMost: "at most "
        case .atLeast: "at least "
        case nil: ""
        }
      let was = from.map { ", not \(ExplanationText.value($0, as: type(of: field, $0)))" } ?? ""
      return "`\(visible(field.text))` \(bound)\(value)\(side == nil ? was : "")"
    case .fact(let payload):
      return "a fact from outside, `\(visible(payload.factType ?? ""))`: \(display.members(ofFact: payload))"
    case .approval(let role, let person): return "the approval of \(who(role, person))"
    case .consent(let role, let person): return "the consent of \(who(role, person))"
    }
  }

  private func who(_ role: String?, _ person: String?) -> String {
    switch (role, person) {
    case (let role?, let person?): "@\(visible(person)), as \(visible(role))"
    case (nil, let person?): "@\(visible(person))"
    case (let role?, nil): "a person with the role \(visible(role))"
    case (nil, nil): "a person"
    }
  }

  private func type(of place: ProposalPlace, _ value: JSONValue) -> DisplayType? {
    guard !place.isEnvelope, place.steps.count == 1 else { return nil }
    return display.type(of: place.root, ofProposal: ProposalRecord(proposal), value: value)
  }
}

extension PossibleAnswer.Kind {
  fileprivate var noun: String {
    switch self {
    case .grant: "approval"
    case .deny: "denial"
    case .consent: "consent"
    }
  }
}

extension WhyNotReport {
  package static let shape = record.shape

  private static let record = JSONRecord<WhyNotReport>(
    [
      .required("decision", .words(DecisionOutcome.allCases.map(\.rawValue)), "The decision about the unchanged proposal.") {
        $0.whyNot.outcome.decision.rawValue
      },
      .required("status", .words(RunState.Status.allCases.map(\.rawValue)), "The status.") {
        $0.whyNot.outcome.run.status.rawValue
      },
      .required("reason", .text, "The reason.") { $0.whyNot.outcome.reason },
    ], advice.fields,
    [
      .optional(
        "margins", listOf: Margin.record,
        "The nearest values that are not accepted, for each number and day of an accepted proposal; only with `--margins`."
      ) {
        $0.isAccepted && $0.isMeasured ? $0.whyNot.margins : nil
      }
    ])

  /// The members of the report that the output of a run contains as well.
  static let advice = JSONRecord<WhyNotReport>([
    .required("ways", listOf: ChangeSet.record, "Changes with which the proposal is accepted.") { $0.whyNot.ways },
    .required("unmendable", .list(.text), "Reasons that no change fixes, if no way was found.") {
      $0.whyNot.unmendable.map(\.reason)
    },
    .optional("exhausted", .boolean, "`true` if the search reached its limit, so that there may be other ways.") {
      $0.isExhausted ? true : nil
    },
    .optional("answers", listOf: PossibleAnswer.record, "The possible answers to a waiting run, with the result of each.") {
      $0.isWaiting ? $0.answers : nil
    },
  ])
}
