import Foundation
import Testing
import TruthsTestSupport

/// A batch that is written while it is decided: its lines come to more than the 4 MiB that are held in memory.
@Suite("A large batch that is appended")
struct LargeBatchTests {
  /// A project with a ledger of one decision, and a batch of proposals with keys.
  private static func use(_ work: (URL) throws -> Void) throws {
    try ParcelProject.use { directory in
      let batch = (2...2_600).map { "{\"idempotency_key\":\"k\($0)\"," + ParcelProject.proposal($0).dropFirst() + "\n" }
      try Data(batch.joined().utf8).write(to: directory.appending(path: "batch.jsonl"))
      try Data(ParcelProject.proposal(1).utf8).write(to: directory.appending(path: "1.json"))
      let first = try BuiltCommand.shell("\(append("1.json")) --quiet && cp ledger.jsonl before.jsonl", in: directory)
      try #require(first.status == 0, "\(first)")
      try work(directory)
    }
  }

  private static func append(_ proposals: String) -> String {
    "truths run --proposal \(proposals) --ledger ledger.jsonl \(ParcelProject.origin)"
  }

  @Test("killed while it is written, the ledger is as it was, and takes the next", arguments: ["KILL", "TERM", "HUP"])
  func kills(signal: String) throws {
    try Self.use { directory in
      let result = try BuiltCommand.shell(
        """
        size=$(stat -c %s ledger.jsonl)
        \(Self.append("batch.jsonl")) > out 2> err & pid=$!
        for i in $(seq 600); do test $(stat -c %s ledger.jsonl) -gt $((size + 1000)) && break; sleep 0.05; done
        test $(stat -c %s ledger.jsonl) -gt $size && echo "it grew"
        kill -\(signal) $pid; wait $pid; echo "status $?"; cat out err
        truths verify --ledger ledger.jsonl --quiet; echo "verify $?"
        cmp -n $size ledger.jsonl before.jsonl && test \(signal) = KILL -o $(stat -c %s ledger.jsonl) = $size && echo "as it was"
        echo '\(ParcelProject.proposal(9_000))' > next.json
        \(Self.append("next.json")) --quiet; mv ledger.jsonl after.jsonl
        cp before.jsonl ledger.jsonl; \(Self.append("next.json")) --quiet; cmp ledger.jsonl after.jsonl && echo "takes the next"
        echo $(ls -A)
        """, in: directory)
      let told = signal == "KILL" ? "status 137" : "status 3\ntruths: a signal ended it; nothing was appended"
      #expect(
        result.output == """
          it grew
          \(told)
          verify 0
          as it was
          takes the next
          1.json after.jsonl batch.jsonl before.jsonl err ledger.jsonl next.json out truths

          """, "\(result)")
    }
  }

  @Test("with a line at fault behind thousands that are none, nothing is printed and nothing is appended")
  func faults() throws {
    try Self.use { directory in
      let result = try BuiltCommand.shell(
        """
        echo '{"action": ' >> batch.jsonl; echo 7 >> batch.jsonl
        \(Self.append("batch.jsonl")) --format human 2> err; echo "status $?"
        grep -h '^error' err; grep -ho 'batch.jsonl:[0-9]*:[0-9]*' err | uniq
        cmp ledger.jsonl before.jsonl && echo "as it was"; echo $(ls -A)
        """, in: directory)
      #expect(result.output.contains("status 65"), "\(result)")
      #expect(result.output.contains("as it was\n1.json batch.jsonl before.jsonl err ledger.jsonl truths"), "\(result)")
      #expect(!result.output.contains("\"decision\"") && !result.output.contains("Accepted"), "\(result)")
      #expect((result.output + result.complaints).contains("batch.jsonl:2600:"), "\(result)")
      #expect((result.output + result.complaints).contains("batch.jsonl:2601:"), "\(result)")
    }
  }

  @Test("what was written already is read again, and a pipe is what a file is")
  func readAgain() throws {
    try Self.use { directory in
      let result = try BuiltCommand.shell(
        """
        sed -n '2p;1500p' batch.jsonl > again.jsonl
        cat batch.jsonl again.jsonl | \(Self.append("-")) > piped; mv ledger.jsonl piped.jsonl
        cp before.jsonl ledger.jsonl; cat batch.jsonl again.jsonl > all.jsonl; \(Self.append("all.jsonl")) > filed
        cmp piped filed && cmp piped.jsonl ledger.jsonl && echo "the same"
        \(Self.append("again.jsonl")) > repeated; cmp <(tail -2 filed) repeated && echo "repeated"
        cmp piped.jsonl ledger.jsonl && wc -l < ledger.jsonl; truths verify --ledger ledger.jsonl | head -1
        """, in: directory)
      #expect(
        result.output == """
          the same
          repeated
          10400
          holds: 59802 values recomputed, 2600 decisions repeated

          """, "\(result)")
    }
  }

  @Test("who reads while others append sees what was there, and a file that is cut short ends the reader")
  func readers() throws {
    try Self.use { directory in
      let result = try BuiltCommand.shell(
        """
        \(Self.append("batch.jsonl")) --quiet; echo '\(ParcelProject.proposal(9_000))' > next.json
        (truths verify --ledger ledger.jsonl > during; echo "status $?") & sleep 0.5
        \(Self.append("next.json")) --quiet; wait; head -1 during; truths verify --ledger ledger.jsonl | head -1
        (truths verify --ledger ledger.jsonl; echo "status $?") & sleep 0.5; truncate -s 100000 ledger.jsonl; wait
        """, in: directory)
      #expect(
        result.output == """
          status 0
          holds: 59802 values recomputed, 2600 decisions repeated
          holds: 59825 values recomputed, 2601 decisions repeated
          status 66

          """, "\(result)")
      #expect(result.complaints == "truths: a file became shorter while it was read\n", "\(result)")
    }
  }
}
