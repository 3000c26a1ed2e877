import Foundation
import Testing
import TruthsTestSupport

/// Many processes that append to one ledger at the same time, some of which are ended meanwhile.
@Suite("Writers at the same time")
struct WriterTests {
  private static let isSoak = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] != nil

  /// The number of ledgers, and the number of runs of each of the six writers.
  private static let (ledgers, runs) = isSoak ? (20, 20) : (1, 6)

  /// The script of one writer. It writes the ids of its runs to files by the outcomes of the runs, and ends some at times that
  /// depend only on the numbers of the ledger, the writer and the run.
  private static let writer = """
    write() {
      for run in $(seq \(runs)); do
        id=w$1r$run
        echo '{"action": "send_parcel", "parcel_id": "'$id'"}' > said/$id.json
        # There also where the signal comes before the shell has made it.
        : > said/$id.told
        truths run --proposal said/$id.json --ledger ledger.jsonl \(ParcelProject.origin) --quiet 2> said/$id.told &
        case $(( (run + $1) % 3 )) in
          0) sleep 0.$(printf %03d $(( ($LEDGER * 41 + $1 * 131 + run * 177) % 400 ))); kill -KILL %% 2> /dev/null ;;
          1) sleep 0.$(printf %03d $(( ($LEDGER * 43 + $1 * 123 + run * 229) % 400 ))); kill -TERM %% 2> /dev/null ;;
        esac
        status=0
        wait $! 2> /dev/null || status=$?
        echo "$id $status" >> said/$1.ended
      done
    }

    """

  @Test("six writers, some of them ended at any moment: what was acknowledged is there once, and all verifies")
  func writers() throws {
    var ends: [Substring: Int] = [:]
    for ledger in 0..<Self.ledgers { try Self.write(to: ledger, &ends) }
    #expect(ends.values.reduce(0, +) == 6 * Self.ledgers * Self.runs)
    // All runs that were not ended succeed, and some were ended in both ways.
    #expect((ends["0"] ?? 0) >= 2 * Self.ledgers * Self.runs && (ends["137"] ?? 0) > 0, "\(ends)")
    #expect((ends["3"] ?? 0) + (ends["143"] ?? 0) > 0, "\(ends)")
    if Self.isSoak { print("writers ended \(ends)") }
  }

  /// - Parameter ends: the number of processes by their status.
  private static func write(to number: Int, _ ends: inout [Substring: Int]) throws {
    try ParcelProject.use { directory in
      let result = try BuiltCommand.shell(
        """
        \(writer)
        mkdir said
        for number in 1 2 3 4 5 6; do write $number & done 2> /dev/null
        wait
        echo '\(ParcelProject.proposal(1))' | truths run --proposal - --ledger ledger.jsonl \(ParcelProject.origin) --quiet
        tr -d '\\000' < ledger.jsonl | cmp - ledger.jsonl
        truths verify --ledger ledger.jsonl | head -1 | cut -d: -f1
        ls -A
        """, in: directory, environment: ["LEDGER": "\(number)"],
        // The slower one, so that some are ended while they write.
        built: BuiltCommand.besideBundle)
      #expect(result.output == "holds\nledger.jsonl\nsaid\ntruths\n", "\(result)")
      let ledger = try String(contentsOf: directory.appending(path: "ledger.jsonl"), encoding: .utf8)
      var counts: [Substring: Int] = [:]
      for line in ledger.split(separator: "\n") where line.contains(#""entry_type":"fact""#) {
        let rest = try #require(line.firstRange(of: #""parcel_id":""#)).upperBound
        counts[line[rest...].prefix { $0 != "\"" }, default: 0] += 1
      }
      for number in 1...6 {
        let ended = try String(contentsOf: directory.appending(path: "said/\(number).ended"), encoding: .utf8)
        for line in ended.split(separator: "\n") {
          let words = line.split(separator: " ")
          ends[words[1], default: 0] += 1
          let told = try String(contentsOf: directory.appending(path: "said/\(words[0]).told"), encoding: .utf8)
          let count = counts.removeValue(forKey: words[0]) ?? 0
          switch words[1] {
          case "0": #expect(count == 1, "\(line) \(told)")
          case "3": #expect(count == (told.contains("kept") ? 1 : 0), "\(line) \(told)")
          case "143": #expect(count == 0, "\(line) \(told)")
          default: #expect(words[1] == "137" && count <= 1, "\(line) \(told)")
          }
        }
      }
      #expect(counts == ["p1": 1])
    }
  }
}
