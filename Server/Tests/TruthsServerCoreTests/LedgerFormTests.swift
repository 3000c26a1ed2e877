import Foundation
import Testing
import Truths
import TruthsServerCore
import TruthsServerTestSupport

/// A store writes the bytes that `truths run --ledger` writes (ledgers §2.2), and other readers see only committed entries.
@Suite("The form of a store's files")
struct LedgerFormTests {
  private static let workspace = Workspace(truths: [
    SourceText(
      path: "truths/demo/demo.truths",
      bytes: Array(
        """
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

        """.utf8))
  ])

  /// The lines that proposals append, one after another.
  private static func appended(_ count: Int) throws -> [[UInt8]] {
    var ledger = try OpenLedger(workspace, RunInput(context: nil))
    return try (0..<count).map { number in
      let json = "{\"action\": \"send_parcel\", \"parcel_id\": \"p\(number)\"}"
      let report = try ledger.append(
        SourceText(path: "p.json", bytes: Array(json.utf8)), now: "2026-01-31T09:00:00Z",
        actor: .known(json: #"{"type": "user", "user_id": "ann"}"#))
      return Array(report.appended.utf8)
    }
  }

  private static func holds(_ bytes: [UInt8]) -> Bool {
    guard let record = try? Record(SourceText(path: "ledger.jsonl", bytes: bytes)) else { return false }
    return (try? record.verify(with: [workspace]).holds) == true
  }

  /// The committed bytes of a file, as its readers find them.
  private static func read(_ disk: SimulatedDisk) throws -> [UInt8]? {
    let bytes = disk.bytes(of: .ledger)
    let record = try disk.record()
    switch bytes.withUnsafeBytes({ LedgerEnd(of: $0, firstZero: bytes.firstIndex(of: 0), record: record) }) {
    case .committed: return bytes
    case .uncommitted(let start): return Array(bytes[..<start])
    case .damaged: return nil
    }
  }

  @Test("the file is the lines, verifies, and keeps the mark of the next append")
  func form() throws {
    let lines = try Self.appended(12)
    let disk = SimulatedDisk(seed: 1)
    var store = try Store(opening: disk)
    try store.begin(validJournal: 0)
    for (number, line) in lines.enumerated() {
      try store.commit(DurableBatch(ledger: line, journal: Array("{\"seq\":\(number)}\n".utf8)))
      let bytes = disk.bytes(of: .ledger)
      #expect(bytes == Array(lines[...number].joined()))
      #expect(try disk.record() == AppendMark(at: bytes.count, behind: bytes.suffix(AppendMark.window)).record)
    }
    #expect(Self.holds(disk.bytes(of: .ledger)))
    #expect(store.ledgerSize == disk.bytes(of: .ledger).count && store.journalSize == disk.bytes(of: .journal).count)
  }

  @Test("at every call of an append, readers find what was committed before or after it")
  func readers() throws {
    let lines = try Self.appended(6)
    for (number, line) in lines.enumerated() {
      let before = Array(lines[..<number].joined())
      var seen = Set<[UInt8]>()
      for call in 1...40 {
        let disk = SimulatedDisk(seed: UInt64(call), ledger: before)
        var store = try Store(opening: disk)
        try store.begin(validJournal: 0)
        disk.script[disk.calls + call] = .crash
        let isDone = (try? store.commit(DurableBatch(ledger: line, journal: Array("{}\n".utf8)))) != nil
        disk.restart(afterPowerLoss: false)
        let read = try #require(try Self.read(disk), "call \(call)")
        #expect(read == before || read == before + line)
        if isDone { #expect(read == before + line) }
        seen.insert(read)
      }
      #expect(seen == [before, before + line])
    }
  }

  @Test("every byte that is changed in a ledger is noticed, when it is opened or when it is verified")
  func changedBytes() throws {
    let ledger = Array(try Self.appended(2).joined())
    #expect(Self.holds(ledger))
    for place in ledger.indices {
      var changed = ledger
      changed[place] ^= 1 << UInt8(place % 8)
      let disk = SimulatedDisk(seed: 1, ledger: changed)
      guard let store = try? Store(opening: disk) else { continue }
      let read = try store.ledger().bytes
      #expect(read == changed)
      #expect(!Self.holds(read), "byte \(place) is \(changed[place])")
    }
    for place in ledger.indices {
      var changed = ledger
      changed[place] = 0
      #expect(throws: StoreFault.damaged(at: place)) { _ = try Store(opening: SimulatedDisk(seed: 1, ledger: changed)) }
    }
  }

  @Test("a journal ends with its last whole line, and before a zero byte")
  func journals() throws {
    let whole = Array("{\"seq\":1}\n{\"seq\":2}\n".utf8)
    let cases = [
      (whole, 20), (whole + [0x7B], 20), (Array(whole.dropLast()), 10), (whole + [0, 0x0A], 20), ([0x0A], 1), ([0x7B], 0),
    ]
    for (bytes, count) in cases {
      let disk = SimulatedDisk(seed: 1, journal: bytes)
      var store = try Store(opening: disk)
      #expect(try store.journal() == Array(bytes.prefix(count)))
      #expect(store.recovered.journal == count && store.recovered.journalLeftOut == bytes.count - count)
      try store.begin(validJournal: min(count, 10))
      #expect(disk.bytes(of: .journal) == Array(bytes.prefix(min(count, 10))))
    }
  }
}
