import Foundation
import Testing
import TruthsTestSupport

/// A ledger that begins with the entries of a context (ledgers §2.2).
@Suite("The beginning of a ledger")
struct LedgerBeginningTests {
  private static let truths = """
    pack demo:
      version: 1.0.0

    fact n.seen:
      key: [n]
      external: true
      fields:
        n: integer

    fact n.counted:
      key: [n]
      fields:
        n: integer

    intent count:
      fields:
        n: integer

    truth counting:
      when:
        - intent: count
      requires:
        - n exists
      produces:
        - fact.n.counted

    """

  private static let short = #"{"type": "n.seen", "n": 1}"#
  private static let whole =
    #"{"entry_type": "fact", "timestamp": "2026-01-31T09:00:00Z", "correlation_id": "c", "run_id": "r", "#
    + #""actor": {"type": "user", "user_id": "ann"}, "truth_id": null, "payload": {"type": "n.seen", "n": 1}}"#

  @Test("an agent, or an actor of no type, brings no entries; a user and a system do, and what was there is the ledger's own")
  func agents() throws {
    for context in [Self.short, Self.whole] {
      for (actor, isRefused) in [
        (#"{"type": "agent", "user_id": "bot", "roles": ["manager"]}"#, true), (#"{"user_id": "bot"}"#, true),
        (#"{"type": "user", "user_id": "ann"}"#, false), (#"{"type": "system", "user_id": "job"}"#, false),
      ] {
        for (batch, ledger) in [(false, "missing"), (false, "empty"), (true, "missing"), (true, "empty")] {
          try withScratchDirectory { directory in
            let folder = directory.appending(path: "truths/demo")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(Self.truths.utf8).write(to: folder.appending(path: "demo.truths"))
            try Data((context + "\n").utf8).write(to: directory.appending(path: "context.jsonl"))
            let proposal = #"{"action": "count", "n": 1, "timestamp": "2026-01-31T10:00:00Z", "actor": \#(actor)}"#
            let file = batch ? "p.jsonl" : "p.json"
            try Data((proposal + "\n").utf8).write(to: directory.appending(path: file))
            if ledger == "empty" { try Data().write(to: directory.appending(path: "l.jsonl")) }
            let line = "truths run --proposal \(file) --ledger l.jsonl --now proposal --actor proposal"
            let isNamed = actor.contains("type")
            let first = try BuiltCommand.shell("\(line) --context context.jsonl", in: directory)
            if isRefused {
              #expect(first.status == 65, "\(first.output)\(first.complaints)")
              let told = first.output + first.complaints
              #expect(
                told.contains("T8111") && (!isNamed || told.contains("begins a ledger with the entries of a context")), "\(told)")
              let left = (try? Data(contentsOf: directory.appending(path: "l.jsonl"))) ?? Data()
              #expect(left.isEmpty)
              // An agent can start a ledger without a context, and continue the ledger of another actor.
              try Data((context + "\n").utf8).write(to: directory.appending(path: "l.jsonl"))
              if isNamed { #expect(try BuiltCommand.shell("\(line) --context context.jsonl", in: directory).status == 0) }
              try FileManager.default.removeItem(at: directory.appending(path: "l.jsonl"))
              if isNamed { #expect(try BuiltCommand.shell(line, in: directory).status == 0) }
            } else {
              #expect(first.status == 0, "\(first.output)\(first.complaints)")
            }
          }
        }
      }
    }
  }
}
