import Foundation
import Testing
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// A ledger is verified in pieces, on all cores. The result is that of one thread, for a ledger that holds and for every fault.
@Suite("Verification of a ledger in pieces")
struct VerifiedPiecesTests {
  /// Everything that a verification says.
  private struct Result: Equatable {
    let counts: [Int]
    let unmade: [String]
    let open: [String]
    let notes: [String]
    let difference: Verification.Difference?
    let end: ContextPoint?
    /// The number of entries that were verified before the difference.
    let position: Int
  }

  /// The ways to split the work: entry by entry, at many borders, and in one piece.
  private static let sizes = [1, 3, 8, 64]
  private static let isSoak = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] != nil

  private static func result(
    _ entries: RecordedEntries, _ summary: LedgerSummary, _ procedures: [RunProcedure], _ question: LedgerVerifier.Question,
    slice: Int? = nil
  ) -> Result {
    var verifier = LedgerVerifier(entries, summary, procedures: procedures, question: question)
    if let slice { while verifier.goOn(entries: slice) {} }
    let verification = verifier.verify()
    return Result(
      counts: [verification.agreed, verification.decisions, verification.replayed, verification.work],
      unmade: verification.unmade.map { "\($0.cause): \($0.count)" }, open: verification.open, notes: verification.notes,
      difference: verification.difference, end: verification.end, position: verifier.position)
  }

  /// Expects the same result for every size of pieces as without pieces, and returns it.
  ///
  /// - Parameter isInFile: whether the entries are read from the lines of a file, and not kept in memory.
  @discardableResult
  private static func same(
    _ entries: [Entry], _ procedures: [RunProcedure], _ name: String, isReplaying: Bool = true, isInFile: Bool = false,
    sizes: [Int] = sizes
  ) -> Result {
    var recorded = RecordedEntries(entries)
    if isInFile {
      let data = DataBytes(entries.flatMap { JSONValue.object($0.json).canonical() + [0x0A] })
      recorded = RecordedEntries(linesOf: data)
      var lines = JSONLines(data, of: FileID(0), limits: .ledger).makeIterator()
      while lines.advance() { recorded.append(lineAt: lines.range.lowerBound) }
    }
    let summary = LedgerSummary(entries)
    let head = entries.isEmpty ? nil : Ledger.head(of: entries)
    var question = LedgerVerifier.Question(isReplaying: isReplaying, head: head)
    question.pieceSize = nil
    let expected = result(recorded, summary, procedures, question)
    for size in sizes {
      question.pieceSize = size
      #expect(result(recorded, summary, procedures, question) == expected, "\(name), pieces of \(size)")
    }
    return expected
  }

  private static func story(_ seed: Int, steps: Int) throws -> RandomStory {
    var story = try RandomStory(seed: UInt64(seed))
    for _ in 0..<steps { try story.step() }
    return story
  }

  @Test("ledgers of all sizes around the borders hold, in memory and in a file", arguments: 0..<(isSoak ? 16 : 2))
  func holds(seed: Int) throws {
    let story = try Self.story(seed, steps: 30)
    let entries = story.world.context.ledger.entries
    for size in 0...14 {
      Self.same(
        Array(entries.prefix(size)), [story.world.procedure], "the first \(size) entries", isInFile: size % 2 == 0,
        sizes: [1, 2, 3, 4, 5, 7])
    }
    Self.same(entries, [], "the hashes", isReplaying: false)
    let all = Self.same(entries, [story.world.procedure], "the whole ledger", isInFile: true)
    #expect(all.difference == nil && all.position == entries.count)
    #expect(all.counts[2] == entries.count { $0.type == .decision })
    let slices = Self.result(
      RecordedEntries(entries), LedgerSummary(entries), [story.world.procedure], .init(head: Ledger.head(of: entries)), slice: 7)
    #expect(slices == all, "in slices")
  }

  /// The faults of a file, each at any entry. `isSealed` says that every hash is computed again after the change.
  private static let faults: [(name: String, isSealed: Bool, change: @Sendable (inout [Entry], Int) -> Void)] = [
    ("another id", false, { $0[$1].entryID = "ctx_0123456789abcdef" }),
    ("another id without its form", false, { $0[$1].entryID = "x" }),
    ("another payload", false, { $0[$1].payload["payload"] = .text("more") }),
    ("another sequence", false, { $0[$1].sequence += 1 }),
    ("another run", true, { $0[$1].runID = "run_x" }),
    ("another moment", false, { $0[$1].timestamp = .epoch }),
    ("without it", true, { $0.remove(at: $1) }),
    ("twice", true, { $0.insert($0[$1], at: $1) }),
    ("swapped with the next", true, { if $1 + 1 < $0.count { $0.swapAt($1, $1 + 1) } }),
    ("cut before it", false, { $0.removeSubrange($1...) }),
    ("of an older language", true, { if $0[$1].type == .decision { $0[$1].payload["language"] = .number(2) } }),
    ("of a language that is not known", true, { if $0[$1].type == .decision { $0[$1].payload["language"] = .number(99) } }),
    ("another reason", true, { if $0[$1].type == .decision { $0[$1].payload["reason"] = .text("because") } }),
    ("without its hash", true, { if $0[$1].type == .decision { $0[$1].payload["output_hash"] = nil } }),
  ]

  @Test("a fault at any entry gives the same difference", arguments: faults.indices)
  func faulty(fault: Int) throws {
    let (name, isSealed, change) = Self.faults[fault]
    let story = try Self.story(7 + fault, steps: 10)
    let entries = story.world.context.ledger.entries
    var differing = 0
    // Decisions are never more than a few entries apart, so that some of them are among these.
    for index in stride(from: fault % 3, to: entries.count, by: Self.isSoak ? 1 : 3) {
      var changed = entries
      change(&changed, index)
      if isSealed {
        for place in changed.indices {
          changed[place].sequence = place + 1
          changed[place].entryID = changed[place].contentID
        }
      }
      let result = Self.same(
        changed, [story.world.procedure], "\(name), at entry \(index + 1)", isInFile: index % 2 == 0, sizes: [1 + index % 5, 64])
      if result.difference != nil { differing += 1 }
    }
    #expect(differing > 0, "\(name) is noticed somewhere")
  }

  @Test("several faults: the first is told, and nothing of what is behind it")
  func firstOfSeveral() throws {
    let story = try Self.story(3, steps: 10)
    var entries = story.world.context.ledger.entries
    for index in stride(from: entries.count - 1, to: 4, by: -4) {
      entries[index].entryID = "ctx_0123456789abcdef"
      let result = Self.same(entries, [story.world.procedure], "faults from entry \(index + 1) on")
      #expect(result.position == index && result.difference?.subject == "entry \(index + 1), entry_id")
    }
  }

  @Test("a ledger of two versions of the language, and sets that are not at hand")
  func versions() throws {
    let story = try Self.story(11, steps: 12)
    var world = story.world.speaking(.two)
    _ = try world.propose(#"{"action": "void_invoice", "proposal_id": "old"}"#)
    world = world.speaking(.current)
    _ = try world.propose(#"{"action": "void_invoice", "proposal_id": "new"}"#)
    let entries = world.context.ledger.entries
    let result = Self.same(entries, [story.world.procedure], "two versions", isInFile: true)
    #expect(result.difference == nil && !result.notes.isEmpty)
    #expect(!Self.same(entries, [], "without truths").unmade.isEmpty)
  }
}

extension Ledger {
  fileprivate static func head(of entries: [Entry]) -> String {
    var ledger = Ledger()
    for entry in entries { ledger.append(entry) }
    return ledger.head
  }
}
