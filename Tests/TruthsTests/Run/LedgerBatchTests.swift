import Foundation
import Testing
import Truths

/// A batch that is decided run by run has the output and the entries of one that is decided in memory as a whole.
@Suite("A batch that is appended run by run")
struct LedgerBatchTests {
  private static let workspace = Workspace(truths: [InvoiceWork.pack, InvoiceWork.truth])

  private static func input(_ batch: String, ledger: String? = nil) -> RunInput {
    var input = RunInput(proposals: SourceText(path: "batch.jsonl", bytes: Array(batch.utf8)))
    input.context = ledger.map { SourceText(path: "ledger.jsonl", bytes: Array($0.utf8)) }
    (input.now, input.isAppending) = ("2024-05-02T09:00:00Z", true)
    input.actor = .known(json: #"{"type": "user", "user_id": "ann", "roles": ["accountant"]}"#)
    return input
  }

  /// Proposals with keys; every fifth comes twice.
  private static func batch(_ count: Int) -> String {
    (0..<count).map { number in
      let number = number - (number % 5 == 4 ? 3 : 0)
      return "{\"idempotency_key\":\"k\(number)\"," + InvoiceWork(facts: 0).proposal(number).json.dropFirst() + "\n"
    }.joined()
  }

  private struct Told {
    var output = ""
    var file: [UInt8] = []
  }

  /// Decides lines in pieces; each piece continues from the written ledger.
  private static func run(_ input: RunInput, lines: Int, keptAfter most: Int) throws -> Told {
    var told = Told()
    var batch = try LedgerBatch(workspace, input, as: .json, isWhole: false)
    var (kept, first) = (0, 1)
    func write(_ batch: inout LedgerBatch) {
      told.file += batch.lines()
      guard told.file.count - kept > most else { return }
      batch.keep(in: SourceText(path: "ledger.jsonl", bytes: told.file), at: kept)
      kept = told.file.count
    }
    let all = input.proposals.bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
    for start in stride(from: 0, to: all.count, by: lines) {
      let piece = all.dropFirst(start).prefix(lines)
      batch.begin(BatchPiece(bytes: piece.flatMap { $0 + [0x0A] }, firstLine: first))
      first += piece.count
      while let output = batch.next() {
        told.output += String(decoding: output, as: UTF8.self)
        write(&batch)
      }
    }
    try batch.end(isNew: false)
    write(&batch)
    #expect(batch.decided == told.output.split(separator: "\n").count)
    return told
  }

  private static func sorted(_ json: Substring) throws -> Data {
    try JSONSerialization.data(withJSONObject: JSONSerialization.jsonObject(with: Data(json.utf8)), options: .sortedKeys)
  }

  @Test("however it is cut, and wherever its entries are kept", arguments: [1, 7, 100], [0, 5_000, 10_000_000])
  func agrees(lines: Int, keptAfter most: Int) throws {
    let batch = Self.batch(40)
    let expected = try Self.workspace.run(Self.input(batch))
    let told = try Self.run(Self.input(batch), lines: lines, keptAfter: most)
    #expect(String(decoding: told.file, as: UTF8.self) == expected.appended)
    // Entries that are read again have their members in the order of canonical JSON.
    let (outputs, wanted) = (told.output.split(separator: "\n"), expected.json.split(separator: "\n"))
    #expect(try outputs.map(Self.sorted) == wanted.map(Self.sorted))
    for place in outputs.indices where place % 5 != 4 { #expect(outputs[place] == wanted[place]) }
  }

  @Test("answers that were given before append nothing")
  func repeated() throws {
    let batch = Self.batch(4)
    let ledger = try Self.workspace.run(Self.input(batch)).appended
    let told = try Self.run(Self.input(batch, ledger: ledger), lines: 2, keptAfter: 0)
    #expect(told.file.isEmpty && !told.output.isEmpty)
  }

  @Test(
    "what is wrong is told as of a batch that is in memory, wherever it stands",
    arguments: ["{\"action\"\n", "7\n", "{\"action\":\"pay\",\"timestamp\":\"x\"}\n{\"a\": 1, \"a\": 2}\n"])
  func faults(fault: String) throws {
    for (before, after) in [(0, 3), (3, 0), (12, 12)] {
      let batch = Self.batch(before) + fault + Self.batch(after) + fault
      let wanted = #expect(throws: Findings.self) { try Self.workspace.run(Self.input(batch)) }
      let told = #expect(throws: Findings.self) { try Self.run(Self.input(batch), lines: 5, keptAfter: 0) }
      #expect(told?.text() == wanted?.text() && told != nil)
    }
  }

  @Test("proposals that do not say when they were made, and one that takes too much work")
  func origins() throws {
    var input = Self.input(Self.batch(9))
    input.now = "proposal"
    let wanted = #expect(throws: Findings.self) { try Self.workspace.run(input) }
    let told = #expect(throws: Findings.self) { try Self.run(input, lines: 2, keptAfter: 0) }
    #expect(told?.text() == wanted?.text() && told != nil)
    var busy = Self.input(Self.batch(9))
    busy.maxWork = 1
    let over = #expect(throws: Findings.self) { try Self.workspace.run(busy) }
    let found = #expect(throws: Findings.self) { try Self.run(busy, lines: 2, keptAfter: 0) }
    #expect(found?.text() == over?.text() && found?.isOverworked == true)
  }
}
