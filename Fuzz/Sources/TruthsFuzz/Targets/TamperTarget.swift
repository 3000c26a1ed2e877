import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// A valid ledger, altered by the input. `verify` accepts an altered ledger only if its content is unchanged. The exceptions in
/// SECURITY.md cannot be seen in the ledger, and a head that was kept elsewhere reveals them.
struct TamperTarget {
  private let honest: HonestLedger

  init() { honest = HonestLedger() }

  func attempt(_ bytes: [UInt8]) {
    var alteration = Alteration(bytes, of: honest.lines)
    alteration.run()
    let read = LedgerReader.read(SourceFile(alteration.file, path: "ledger.jsonl"))
    guard !read.diagnostics.hasErrors else { return }
    let shortForms = Set(read.entries.filter(\.isShortForm).map(\.entry.sequence))
    var entries = read.entries.map(\.entry)
    if alteration.isRenumbered { entries = Self.renumbered(entries) }
    if alteration.isForged { entries = Forger.sealed(entries) }
    let common = zip(entries, honest.entries).prefix { $0.leaf == $1.leaf }.count
    let isSame = common == entries.count && common == honest.entries.count
    let report = { (text: String) in "\(text); from entry \(common + 1) on it is another\n\(shown(alteration.file))" }
    let kept = verification(entries, shortForms, head: honest.head)
    Claim.holds(isSame || !kept.isProven, report("it holds under the head of the honest one"))
    let alone = verification(entries, shortForms, head: nil)
    // A forger who can recompute every hash can invent facts from outside, so such a ledger is compared with the head only.
    let isDecidedBehind = entries[common...].contains { $0.type == .decision }
    Claim.holds(!isDecidedBehind || alteration.isForged || !alone.isProven, report("it holds, and a decision stands behind"))
    Claim.holds(!isSame || alone.difference == nil, report("it is the same and differs: \(String(describing: alone.difference))"))
  }

  private func verification(_ entries: [Entry], _ shortForms: Set<Int>, head: String?) -> Verification {
    var verifier = LedgerVerifier(
      entries: entries, procedures: [honest.procedure], question: .init(head: head, shortForms: shortForms))
    return verifier.verify()
  }

  /// Returns reordered entries with new sequences and ids, as a forger makes them who knows how ids are computed.
  private static func renumbered(_ entries: [Entry]) -> [Entry] {
    entries.enumerated().map { place, entry in
      var entry = entry
      entry.sequence = place + 1
      entry.entryID = entry.contentID
      return entry
    }
  }
}
