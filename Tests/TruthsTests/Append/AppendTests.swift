import Foundation
import Testing

/// What `--append` promises: a crash leaves the old ledger or the new one, and writers at the same time lose nothing.
@Suite("Appending to a ledger")
struct AppendTests {
  private static let truths = """
    pack demo:
      summary: Parcels on their way

    fact parcel.sent:
      key: [parcel_id]
      fields:
        parcel_id: text

    intent send_parcel:
      fields:
        parcel_id: text

    truth sending:
      when:
        - intent: send_parcel
      requires:
        - parcel_id exists
      produces:
        - fact.parcel.sent
        - trace.demo.sending

    """

  private func inProject<Result>(_ work: (URL) throws -> Result) throws -> Result {
    try withScratchDirectory { directory in
      let file = directory.appending(path: "truths/demo/demo.truths")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(Self.truths.utf8).write(to: file)
      return try work(directory)
    }
  }

  private func proposal(_ number: Int) -> String { "{\"action\": \"send_parcel\", \"parcel_id\": \"p\(number)\"}" }

  @Test("twenty writers at once: every proposal is there, in one sequence that verifies")
  func concurrent() throws {
    try inProject { directory in
      let commands = (1...20).map { "echo '\(proposal($0))' | truths run --proposal - --append ledger.jsonl --quiet &" }
      let written = try BuiltCommand.shell(commands.joined(separator: "\n") + "\nwait", in: directory)
      #expect(written.complaints == "")
      let ledger = try String(contentsOf: directory.appending(path: "ledger.jsonl"), encoding: .utf8)
      for number in 1...20 { #expect(ledger.contains("\"parcel_id\":\"p\(number)\""), "p\(number)") }
      #expect(ledger.split(separator: "\n").count == 80)
      #expect(try BuiltCommand.shell("truths verify ledger.jsonl", in: directory).status == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == ["ledger.jsonl", "truths"])
    }
  }

  @Test("a writer that dies while it writes leaves the ledger as it was")
  func crash() throws {
    try inProject { directory in
      let first = try BuiltCommand.shell(
        "echo '\(proposal(1))' | truths run --proposal - --append ledger.jsonl --quiet", in: directory)
      #expect(first.status == 0)
      let before = try Data(contentsOf: directory.appending(path: "ledger.jsonl"))
      // The system ends a process that writes a file past the limit, here in the middle of the new ledger.
      let died = try BuiltCommand.shell(
        "echo '\(proposal(2))' > p.json; (ulimit -f 1; truths run --proposal p.json --append ledger.jsonl --quiet)", in: directory
      )
      #expect(died.status != 0)
      #expect(try Data(contentsOf: directory.appending(path: "ledger.jsonl")) == before)
      let second = try BuiltCommand.shell(
        "truths run --proposal p.json --append ledger.jsonl --quiet; truths verify ledger.jsonl", in: directory)
      #expect(second.status == 0, "\(second)")
    }
  }

  @Test("a ledger keeps its mode, and a link to it stays a link")
  func place() throws {
    try inProject { directory in
      let result = try BuiltCommand.shell(
        """
        mkdir kept; : > kept/ledger.jsonl; chmod 640 kept/ledger.jsonl; ln -s kept/ledger.jsonl ledger.jsonl
        echo '\(proposal(1))' | truths run --proposal - --append ledger.jsonl --quiet
        stat -c '%a %F' kept/ledger.jsonl; stat -c %F ledger.jsonl; wc -l < kept/ledger.jsonl
        """, in: directory)
      #expect(result.output == "640 regular file\nsymbolic link\n4\n")
    }
  }
}
