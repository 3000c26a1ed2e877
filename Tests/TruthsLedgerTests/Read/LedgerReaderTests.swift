import Synchronization
import Testing
import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsText

struct LedgerReaderTests {
  /// A whole entry as text, with members changed or left out (`nil`).
  private func line(_ changes: KeyValuePairs<String, String?> = [:]) -> String {
    var members: [(String, String)] = [
      ("entry_id", #""ctx_1""#), ("entry_type", #""fact""#), ("timestamp", #""2026-01-31T09:00:00Z""#),
      ("correlation_id", #""cor_1""#), ("run_id", #""run_1""#), ("actor", #"{"type":"user","user_id":"ada"}"#),
      ("truth_id", "null"), ("payload", #"{"type":"a.b"}"#), ("sequence", "1"),
    ]
    for (name, value) in changes {
      if let place = members.firstIndex(where: { $0.0 == name }) {
        if let value { members[place].1 = value } else { members.remove(at: place) }
      } else if let value {
        members.append((name, value))
      }
    }
    return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  /// `code line:column text under the span` of every fault.
  private func faults(_ text: String) -> [String] {
    let file = source(text)
    return LedgerReader.read(file).diagnostics.map { diagnostic in
      let start = file.position(at: Int(diagnostic.span.start))
      return "\(diagnostic.code) \(start.line):\(start.column) \(file.text(diagnostic.span))"
    }
  }

  private func faultOf(_ changes: KeyValuePairs<String, String?>) -> [String] {
    let text = line(changes)
    let file = source(text)
    return LedgerReader.read(file).diagnostics.map { "\($0.code) \(file.text($0.span) == text ? "whole" : file.text($0.span))" }
  }

  @Test func wholeEntriesAndShortFormsMix() throws {
    let text = [
      #"{"type":"period.closed","period_id":"2024-Q1"}"#,
      line(["entry_id": #""ctx_given""#, "sequence": "2", "truth_id": #""a.b""#, "corrects": #""ctx_0""#]),
      #"{"type":"period.closed","period_id":"2024-Q2"}"#,
      line(["entry_id": nil, "sequence": nil, "entry_type": #""proposal""#, "proposal_id": #""prop_1""#]),
    ].joined(separator: "\n")
    let reading = LedgerReader.read(source(text))
    #expect(reading.diagnostics == [])
    #expect(reading.entries.map(\.entry.sequence) == [1, 2, 3, 4])
    #expect(reading.entries.map(\.isShortForm) == [true, false, true, false])
    #expect(
      reading.entries[0].entry
        == Entry.shortForm(payload: ["type": .text("period.closed"), "period_id": .text("2024-Q1")], sequence: 1))
    let whole = reading.entries[1].entry
    #expect(whole.entryID == "ctx_given")
    #expect(!whole.hasMatchingID)
    #expect(whole.truthID == "a.b")
    #expect(whole.corrects == "ctx_0")
    #expect(whole.actor == ["type": .text("user"), "user_id": .text("ada")])
    #expect(reading.entries[3].entry.hasMatchingID)
    #expect(reading.entries[3].entry.type == .proposal)
    #expect(reading.entries[3].entry.proposalID == "prop_1")
    #expect(source(text).text(reading.entries[1].payload.span) == #"{"type":"a.b"}"#)
  }

  @Test func aListIsReadAsLines() {
    let short = #"{"type":"period.closed","period_id":"2024-Q1"}"#
    let reading = LedgerReader.read(source("\n [\n\(short),\n\(line(["sequence": "2"]))]\n"))
    #expect(reading.diagnostics == [])
    #expect(reading.entries.map(\.entry.sequence) == [1, 2])
    #expect(LedgerReader.read(source("[]")).entries.isEmpty)
    #expect(LedgerReader.read(source("")).entries.isEmpty)
    #expect(LedgerReader.read(source("")).diagnostics.isEmpty)
    #expect(faults("[1,{}]") == ["T8020 1:2 1", "T8020 1:4 {}"])
    #expect(faults("[1") == ["T8001 1:3 "])
  }

  @Test func whatWasGivenIsKept() throws {
    let text = line(["timestamp": #""2026-01-31T09:00:00.500Z""#, "payload": #"{"b":1.50,"a":[{}],"type":"a.b"}"#])
    let given = try JSONReader.read(source(text)).get().value
    let entry = try #require(LedgerReader.read(source(text)).entries.first?.entry)
    #expect(entry.leaf == given.canonical())
    let odd = line(["timestamp": #""2026-01-31T09:00:00.5Z""#])
    let oddEntry = try #require(LedgerReader.read(source(odd)).entries.first?.entry)
    #expect(oddEntry.leaf == (try JSONReader.read(source(odd)).get().value.canonical()))
    #expect(oddEntry.timestamp.text == "2026-01-31T09:00:00.500Z")
  }

  @Test func payloadsMayBeAnything() {
    // A fact whose own field is called `entry_type`, in short form.
    let reading = LedgerReader.read(source(#"{"type":"a.b","entry_type":"note"}"#))
    #expect(reading.diagnostics == [])
    #expect(reading.entries.first?.isShortForm == true)
  }

  @Test(arguments: [
    ("1", ["T8020 1:1 1"]), ("{}", ["T8020 1:1 {}"]), (#"{"action":"x"}"#, [#"T8020 1:1 {"action":"x"}"#]),
    (#"{"typ":"a.b"}"#, [#"T8020 1:2 "typ""#]), (#"{"entrytype":"fact"}"#, [#"T8020 1:2 "entrytype""#]),
    ("{\"type\":\"a.b\"}\n{\"type\":\"a", ["T8001 2:11 "]),
    ("{\"type\":}\n{\"type\":\"a.b\",\"type\":1}", ["T8000 1:9 }", "T8002 2:15 \"type\""]),
  ])
  func whatIsNoEntry(text: String, expected: [String]) { #expect(faults(text) == expected) }

  @Test func unknownMembersAndTypes() {
    #expect(faultOf(["entry_type": #""fakt""#]) == [#"T8021 "fakt""#])
    #expect(faultOf(["entry_type": "7"]) == ["T8024 7"])
    #expect(faultOf(["extra": "1"]) == [#"T8022 "extra""#])
    #expect(faultOf(["timestamp": nil, "timestmap": #""2026-01-31T09:00:00Z""#]) == [#"T8022 "timestmap""#])
    #expect(faultOf(["proposal_id": #""p""#]) == [#"T8022 "proposal_id""#])
    #expect(faultOf(["entry_type": #""trace""#, "corrects": #""c""#]) == [#"T8022 "corrects""#])
  }

  @Test(arguments: ["timestamp", "correlation_id", "run_id", "actor", "truth_id", "payload"])
  func membersThatEveryEntryHas(name: String) {
    let text = line([name: nil])
    let reading = LedgerReader.read(source(text))
    #expect(reading.diagnostics.map(\.code) == ["T8023"])
    #expect(reading.diagnostics.first?.message == "the entry has no `\(name)`")
    #expect(reading.entries.isEmpty)
  }

  @Test(arguments: [
    ("entry_id", "null"), ("timestamp", "0"), ("timestamp", #""2026-01-31T09:00:00+24:00""#), ("correlation_id", "null"),
    ("run_id", "1"), ("actor", "[]"), ("truth_id", "3"), ("payload", #""x""#), ("sequence", "0"), ("sequence", "1.5"),
    ("sequence", #""1""#), ("sequence", "-1"), ("corrects", "null"),
  ])
  func valuesOfTheWrongForm(name: String, value: String) {
    #expect(faultOf([name: value]) == ["T8024 \(value)"])
  }

  @Test func whatAnActorSaysHasItsForm() {
    #expect(faultOf(["actor": #"{"user_id":"ada"}"#]) == [])
    #expect(faultOf(["actor": "{}"]) == [])
    #expect(faultOf(["actor": #"{"type":"robot","user_id":"ada"}"#]) == [#"T8024 "robot""#])
    #expect(faultOf(["actor": #"{"type":"user","user_id":7}"#]) == ["T8024 7"])
    #expect(faultOf(["actor": #"{"type":"user","user_id":"ada","roles":"boss"}"#]) == [#"T8024 "boss""#])
    #expect(faultOf(["actor": #"{"type":"user","user_id":"ada","roles":[1]}"#]) == ["T8024 [1]"])
    #expect(faultOf(["actor": #"{"type":"agent","user_id":"ada","device_id":null}"#]) == ["T8024 null"])
    #expect(faultOf(["actor": #"{"type":"system","user_id":"tracker"}"#]) == [])
  }

  @Test func theSequenceHasNoGap() {
    let short = #"{"type":"a.b"}"#
    let second = line(["entry_id": #""ctx_2""#, "sequence": "3"])
    let third = line(["entry_id": #""ctx_3""#, "sequence": "4"])
    #expect(faults([short, second, third].joined(separator: "\n")) == ["T8025 2:\(column(of: "3}", in: second)) 3"])
    #expect(faults([line(["sequence": "2"]), short].joined(separator: "\n")).count == 1)
    #expect(
      faults([line(), line(["entry_id": #""ctx_2""#])].joined(separator: "\n")) == [
        "T8025 2:\(column(of: "1}", in: line(["entry_id": #""ctx_2""#]))) 1"
      ])
    // An unreadable line counts, so the lines after it are in sequence.
    #expect(faults(["{", line(["sequence": "2"])].joined(separator: "\n")) == ["T8001 1:2 "])
    #expect(faults([line(["sequence": "9223372036854775807"])].joined()).count == 1)
    #expect(faults([line(["sequence": "999999999999999"]), short].joined(separator: "\n")).map { $0.prefix(5) } == ["T8025"])
  }

  private func column(of text: String, in line: String) -> Int {
    let bytes = Array(line.utf8)
    return bytes.count - Array(text.utf8).count + 1
  }

  @Test func identitiesAreUsedOnce() {
    let text = [line(), line(["sequence": "2"])].joined(separator: "\n")
    let reading = LedgerReader.read(source(text))
    #expect(faults(text) == [#"T8026 2:13 "ctx_1""#])
    #expect(reading.diagnostics.first?.notes.map(\.span.start) == [12])
  }

  @Test func valuesOfALargerDocument() throws {
    let document = try JSONReader.read(source(#"{"context":{"facts":[{"type":"a.b"},{"typo":1}]}}"#)).get()
    let facts = try #require(document.member("context")?.value.member("facts")?.value.elements)
    let reading = LedgerReader.read(facts)
    #expect(reading.entries.count == 1)
    #expect(reading.diagnostics.map(\.code) == ["T8020"])
  }

  @Test func whatALedgerWritesItReads() {
    var ledger = Ledger()
    for number in 1...20 { ledger.append(sampleEntry(number, corrects: number > 10 ? sampleEntry(number - 10).entryID : nil)) }
    let lines = ledger.entries.map { text(JSONValue.object($0.json).canonical()) + "\n" }.joined()
    let reading = LedgerReader.read(source(lines))
    #expect(reading.diagnostics == [])
    #expect(reading.entries.map { text($0.entry.leaf) } == ledger.entries.map { text($0.leaf) })
    var again = Ledger()
    for item in reading.entries { again.append(item.entry) }
    #expect(again.head == ledger.head)
  }

  /// `code line:column text`, and of the notes too.
  private func told(_ diagnostics: [Diagnostic], in file: SourceFile) -> [String] {
    diagnostics.map { diagnostic in
      ([(diagnostic.code.description, diagnostic.span)] + diagnostic.notes.map { ($0.message, $0.span) }).map { name, span in
        let start = file.position(at: Int(span.start))
        return "\(name) \(start.line):\(start.column) \(file.text(span)) in \(file.line(start.line))"
      }.joined(separator: "; ")
    }
  }

  @Test("read entry by entry, a ledger has the same faults at the same places, and only their lines are shown")
  func faultsOfManyLines() throws {
    var random = SplitMix64(seed: 7)
    let kinds = [
      #"{"type":"a.b","period_id":"2024-Q1"}"#, "", "  ", "7", "{\"type\"", #"{"type":"a.b","type":"a.c"}"#,
      #"{"entry_type":"note"}"#,
    ]
    for _ in 0..<300 {
      let lines = (1...(1 + Int(random.next() % 12))).map { number in
        let kind = Int(random.next() % 12)
        if kind < kinds.count { return kinds[kind] }
        let ids = ["ctx_0123456789abcde\(kind - 7)", "ctx_given", "ctx_\(number)"]
        return line(["entry_id": "\"\(ids[Int(random.next() % 3)])\"", "sequence": kind == 11 ? "\(number)" : nil])
      }
      let text = lines.joined(separator: random.next() % 2 == 0 ? "\n" : "\r\n") + (random.next() % 2 == 0 ? "\n" : "")
      let file = source(text)
      let whole = LedgerReader.read(file)
      var entries: [Entry] = []
      let faults = LedgerReader.read(DataBytes(file.bytes), of: file.id) { item, _ in
        entries.append(item.entry)
        return .fine
      }
      let shown = SourceFile(id: file.id, path: file.path, bytes: faults.shown)
      #expect(told(faults.diagnostics, in: shown) == told(whole.diagnostics, in: file), "\(text)")
      #expect(entries == whole.entries.map(\.entry))
      if faults.diagnostics.isEmpty { #expect(faults.shown.isEmpty) }
    }
    let many = String(repeating: kinds[0] + "\n", count: 5_000) + "7\n"
    let faults = LedgerReader.read(DataBytes(Array(many.utf8)), of: FileID(0)) { _, _ in .fine }
    #expect(faults.diagnostics.count == 1 && faults.shown.count == 5_001)
  }

  @Test(
    "a ledger of several pieces is read as one that is read line by line",
    arguments: [[], [1], [127, 128, 129], [3, 1030, 1600]])
  func pieces(faulty: [Int]) {
    let lines = (1...1700).map { number in
      if faulty.contains(number) { return #"{"entry_type":"note","sequence":\#(number)}"# }
      let blank = number % 97 == 0 ? "\n" : ""
      return blank + line(["entry_id": "\"ctx_\(number)\"", "sequence": number % 5 == 0 ? nil : "\(number)"])
    }
    let file = source(lines.joined(separator: "\n"))
    let whole = LedgerReader.read(file)
    #expect(whole.diagnostics.count == faulty.count * 7)
    var entries: [Entry] = []
    var (starts, prepared): ([Int], Int) = ([], 0)
    let preparations = Mutex(0)
    let faults = LedgerReader.read(
      DataBytes(file.bytes), of: file.id,
      preparing: {
        preparations.withLock { $0 += 1 }
        return Prepared(entry: $0.entry)
      }
    ) { item, start in
      entries.append(item.entry)
      starts.append(start ?? -1)
      if let made = item.prepared as? Prepared {
        #expect(made.entry == item.entry)
        prepared += 1
      }
      // What the taker tells is shown, and moves the lines behind it.
      return item.entry.sequence % 700 == 2 ? .told : .fine
    }
    let shown = SourceFile(id: file.id, path: file.path, bytes: faults.shown)
    #expect(told(faults.diagnostics, in: shown) == told(whole.diagnostics, in: file))
    #expect(entries == whole.entries.map(\.entry))
    #expect(prepared == entries.count { $0.sequence % 5 != 0 })
    // A finding moves the lines behind it, and none of them is made anew.
    #expect(preparations.withLock { $0 } == prepared)
    #expect(starts.allSatisfy { $0 == 0 || file.bytes[$0 - 1] == 0x0A })
    #expect(shown.line(2) == file.line(2) || faulty.contains(2))
  }

  private final class Prepared: Sendable {
    let entry: Entry

    init(entry: Entry) { self.entry = entry }
  }

  @Test("entries whose lines are read again are those that were read, in any order")
  func readAgain() throws {
    let lines = (1...700).map {
      $0 % 7 == 0 ? "\n" + #"{"type":"a.b","number":\#($0)}"# : line(["entry_id": nil, "sequence": "\($0)"])
    }
    let file = source(lines.joined(separator: "\n"))
    let whole = LedgerReader.read(file)
    #expect(whole.diagnostics == [])
    let data = DataBytes(file.bytes)
    var entries = RecordedEntries(linesOf: data)
    let faults = LedgerReader.read(data, of: file.id) { item, start in
      if let start { entries.append(lineAt: start, step: item.entry.sequence == 14 ? 3 : nil) }
      return .fine
    }
    #expect(faults.diagnostics == [])
    #expect(entries.count == 700)
    for place in [699, 0, 256, 512, 0, 1, 13, 698, 255, 699] where place != 13 {
      #expect(entries[place] == whole.entries[place].entry)
    }
    #expect(
      entries[13]
        == Entry.shortForm(
          payload: ["type": .text("a.b"), "number": .number(Decimal(14)), "step": .number(Decimal(3))], sequence: 14))
    #expect(entries.line(at: 13) == nil)
  }
}
