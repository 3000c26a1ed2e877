import TruthsDiagnostics
import TruthsJSON
import TruthsRuntime
import TruthsText

extension Inbox {
  /// For people: what waits, and the commands that answer it.
  ///
  /// - Parameter ledger: its path, as the commands are to name it.
  public func text(ledger: String) -> String {
    items.map { item in
      var lines = ["\(item.action) \(item.proposalID), proposed by @\(item.proposedBy)"]
      lines.append("  waits for \(StoryText.joined(item.waitingFor)) since \(item.since.text)")
      lines.append("  \(item.reason)")
      lines += answers(to: item, ledger).map { "  to \($0.verb): \($0.command)" }
      return lines.map { visible($0) + "\n" }.joined()
    }.joined(separator: "\n")
  }

  /// The same as JSON: a list of objects, one for each run.
  ///
  /// - Parameter ledger: its path, as the commands are to name it.
  public func json(ledger: String) -> String {
    let list = items.map { item -> JSONValue in
      .object([
        "run_id": .text(item.runID), "proposal_id": .text(item.proposalID), "proposal_hash": .text(item.proposalHash),
        "action": .text(item.action), "proposed_by": .text(item.proposedBy), "since": .text(item.since.text),
        "waiting_for": .array(item.waitingFor.map { .text($0) }), "reason": .text(item.reason),
        "requests": .array(
          item.requests.filter(\.isOpen).map {
            .object(["request": .text($0.id), "role": .text($0.role), "reason": .text($0.reason)])
          }),
        "consent": .boolean(item.consenter != nil), "commands": .array(answers(to: item, ledger).map { .text($0.command) }),
      ])
    }
    return JSONValue.array(list).lines
  }

  /// The commands that answer an item. What a proposer chose stands in them only where it is a plain name, else quoted.
  private func answers(to item: Item, _ ledger: String) -> [(verb: String, command: String)] {
    var answers: [(String, String)] = []
    func add(_ verb: String, _ subject: String, _ more: String = "", by consenter: Consenter) {
      var actor: JSONObject = [
        "type": .text("user"), "user_id": .text(consenter.userID ?? "YOU"),
        "roles": .array(consenter.role.map { [.text($0)] } ?? []),
      ]
      actor["org_id"] = consenter.organisation.map { .text($0) }
      let quoted = Self.quoted(String(decoding: JSONValue.object(reader ?? actor).canonical(), as: UTF8.self))
      answers.append(
        (verb, "truths \(verb) \(subject)\(more) --ledger \(Self.quoted(ledger)) --now clock --actor \(quoted)"))
    }
    for request in item.requests where request.isOpen {
      if request.canBeGranted { add("approve", request.id, by: Consenter(role: request.role)) }
      if request.canBeDenied { add("deny", request.id, " --why 'WHY'", by: Consenter(role: request.role)) }
    }
    if let consenter = item.consenter {
      let subject = Self.isPlain(item.proposalID) ? item.proposalID : item.proposalHash
      add("consent", subject, by: consenter)
    }
    return answers.map { (verb: $0.0, command: $0.1) }
  }

  /// Whether a shell takes a text as one word, and no option.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "-") else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "_-./:@".utf8.contains(byte)
      }
    }
  }

  /// A text as one word of a shell.
  private static func quoted(_ text: String) -> String {
    if isPlain(text) { return text }
    return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
