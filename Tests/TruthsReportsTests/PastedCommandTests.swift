import Foundation
import Testing
import TruthsTestSupport

@testable import TruthsReports

/// The commands that `truths inbox` suggests (ledgers §3).
@Suite("Commands to paste")
struct PastedCommandTests {
  private static let truths = #"""
    pack till:
      version: 1.0.0

    intent pay:
      fields:
        boss: text

    intent refund:
      consent: explicit
      consent_by: "head of \"sales\" & co's"
      fields:
        boss: text

    truth paying:
      when:
        - intent: pay
      requires:
        - boss exists
      invariants:
        - boss exists → requires_approval("head of \"sales\" & co's" by boss)
      produces:
        - trace.paying

    truth refunding:
      when:
        - intent: refund
      requires:
        - boss exists
      produces:
        - trace.refunding

    """#

  /// Every punctuation mark of ASCII, in pairs and at both ends, spaces within, and letters of other alphabets.
  static let ids: [String] = [
    "'", "\"", "\\", "-", "--", "-x", "--help", "$(touch pasted)", "`touch pasted`", "a b", "a'b \"c\" \\d", "!!", "*", "~", "#",
    "a;touch pasted", "a|b", "a&b", "<a>", "{a,b}", "[a]", "(a)", "%s", "=a", "?", "^a^b", "@a", "+1", "a,b", "José", "李雷", "👩",
    "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", "~}|{`_^]\\[@?>=<;:/.-,+*)('&%$#\"!",
  ]

  private static func json(_ members: [String: Any]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
  }

  /// The commands that the inbox prints for a verb.
  private static func commands(_ verb: String, _ ledger: String, in directory: URL) throws -> [String] {
    let inbox = try BuiltCommand.shell("truths inbox --ledger=\(ShellWord.quoted(ledger)) --format human", in: directory)
    #expect(inbox.status == 0, "\(inbox.complaints)")
    let start = "  to \(verb): "
    return inbox.output.split(separator: "\n").filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
  }

  @Test("run, whoever is asked and whatever the proposal and the ledger are called", arguments: ids)
  func run(id: String) throws {
    try withScratchDirectory { directory in
      let folder = directory.appending(path: "truths/till")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(Self.truths.utf8).write(to: folder.appending(path: "till.truths"))
      let ledger = id.split(separator: "/").joined() + ".jsonl"
      let actor = try Self.json(["type": "agent", "user_id": "bot", "roles": [String]()])
      try Data(actor.utf8).write(to: directory.appending(path: "bot.json"))
      for (verb, action) in [("approve", "pay"), ("deny", "pay"), ("consent", "refund")] {
        let proposal = try Self.json(["action": action, "proposal_id": verb + id, "boss": id, "on_behalf_of": id])
        let own = try Self.json(["action": action, "proposal_id": id + verb, "boss": id])
        try Data((verb == "consent" ? proposal : own).utf8).write(to: directory.appending(path: "p.json"))
        let waiting = try BuiltCommand.shell(
          "truths run --proposal p.json --ledger=\(ShellWord.quoted(ledger)) --now 2026-01-31T09:00:00Z --actor bot.json",
          in: directory)
        #expect(waiting.status == 5, "\(waiting.output)\(waiting.complaints)")
        let commands = try Self.commands(verb, ledger, in: directory)
        #expect(commands.count == 1)
        let result = try BuiltCommand.shell(commands.first ?? "false", in: directory)
        #expect(result.status == (verb == "deny" ? 1 : 0), "\(commands): \(result.output)\(result.complaints)")
        #expect(result.output.contains(verb == "deny" ? "denied by" : "accepted"), "\(commands): \(result.output)")
      }
      #expect(!FileManager.default.fileExists(atPath: directory.appending(path: "pasted").path))
    }
  }

  @Test("a subject that begins with a dash stands behind all options")
  func subjects() throws {
    for subject in Self.ids {
      try withScratchDirectory { directory in
        let line = "printf '%s\\n' " + ShellWord.line(subject, options: "--option\(ShellWord.value(subject))")
        let words = try BuiltCommand.shell(line, in: directory).output
        let joined = subject.hasPrefix("-") ? "--option=\(subject)\n--\n\(subject)\n" : "\(subject)\n--option\n\(subject)\n"
        #expect(words == joined, "\(line)")
      }
    }
  }
}
