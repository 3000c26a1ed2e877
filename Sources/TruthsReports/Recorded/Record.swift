import TruthsDiagnostics
public import TruthsFindings
package import TruthsJSON
import TruthsLedger
import TruthsRendering
package import TruthsRuntime
public import TruthsText

/// A file of recorded decisions: the JSON output of `truths run` for one run or a batch, or a ledger.
public struct Record: Sendable {
  package enum Kind: Sendable {
    case runs([JSONObject])
    case ledger(RecordedLedger)
  }

  package let kind: Kind

  /// Reads a record.
  ///
  /// - Throws: the findings about the file.
  /// - Complexity: O(size of the file). The entries of a ledger are not kept; each is read again on demand.
  public init(_ text: SourceText) throws(Findings) {
    let data = text.data
    let whole = JSONReader.read(data, of: FileID(0), limits: .ledger)
    if let runs = Self.runs(in: data, whole) {
      kind = .runs(runs)
      return
    }
    let faults: LedgerFaults
    if case .success(let list) = whole,
      let fault = LedgerReader.findings(
        in: list, wanted: "a ledger, or what `truths run --format json` printed: the record of a decision")
    {
      faults = LedgerFaults(diagnostics: [fault], shown: data.array)
    } else if LedgerReader.isSpread(data) {
      faults = LedgerFaults(diagnostics: Self.faults(ofSpread: whole), shown: data.array)
    } else {
      var ledger = RecordedLedger(data)
      faults = ledger.read()
      if !faults.diagnostics.hasErrors {
        kind = .ledger(ledger)
        return
      }
    }
    var sources = SourceMap()
    sources.add(path: text.path, bytes: faults.shown)
    throw Findings(faults.diagnostics, in: sources)
  }

  /// Whether a text has the form of a head: `sha256:` and 64 lower-case hexadecimal digits.
  public static func isHead(_ text: String) -> Bool { Hashes.isHash(text) }

  /// Whether the record is a ledger, and not the output of runs. An empty file is a ledger.
  public var isLedger: Bool {
    if case .ledger = kind { return true }
    return false
  }

  /// Whether the record is a ledger without entries.
  public var isEmpty: Bool {
    if case .ledger(let ledger) = kind { return ledger.entries.isEmpty }
    return false
  }

  /// Returns the runs of a file, or `nil` if it is not the output of runs.
  private static func runs(in data: DataBytes, _ whole: Result<LocatedJSON, Diagnostic>) -> [JSONObject]? {
    if case .success(let whole) = whole { return run(whole.value).map { [$0] } }
    var runs: [JSONObject] = []
    for line in JSONLines(data, of: FileID(0), limits: .ledger) {
      guard case .success(let json) = line, let run = run(json.value) else { return nil }
      runs.append(run)
    }
    return runs.isEmpty ? nil : runs
  }

  /// Returns the findings about an object over several lines, such as the output of a run; it is read as a whole and not line
  /// by line.
  private static func faults(ofSpread whole: Result<LocatedJSON, Diagnostic>) -> [Diagnostic] {
    switch whole {
    case .success(let object): LedgerReader.read([object]).diagnostics
    case .failure(let fault): [fault]
    }
  }

  private static func run(_ value: JSONValue) -> JSONObject? {
    let isRun = value["entry_type"] == nil && value["type"] == nil && (value["entries"] != nil || value["input_hash"] != nil)
    return isRun ? value.objectValue : nil
  }
}

/// The result of verifying a record.
public struct VerificationReport: Sendable {
  let verifications: [Verification]

  package init(verifications: [Verification]) {
    self.verifications = verifications
  }

  /// Whether everything that was recomputed equals the record. Parts that could not be recomputed or decided again are
  /// ignored.
  public var isUnchanged: Bool { verifications.allSatisfy { $0.difference == nil } }

  /// Whether every hash, and every decision to be replayed, was recomputed and equals the record.
  public var holds: Bool { verifications.allSatisfy(\.isProven) }

  /// The recomputed parts, the parts that could not be, or the first difference; one paragraph per record.
  public var text: String {
    if verifications.count == 1 { return verifications.map(Self.text).joined() }
    return verifications.enumerated().map { "run \($0 + 1) \(Self.text($1))" }.joined(separator: "\n")
  }

  private static func text(_ verification: Verification) -> String {
    if let difference = verification.difference {
      let rows = [("recomputed", difference.recomputed), ("found", difference.found)]
      let table = ExplanationText.table(rows.map { (name: $0.0, value: visible($0.1)) }, indent: 2)
      let help =
        difference.isOfContext ? "  a run may be given policies (--set) and documents (--document) beside its context\n" : ""
      return "differs: \(visible(difference.subject))\n" + table.map { $0 + "\n" }.joined() + help
    }
    var lines = [first(verification)]
    lines += verification.unmade.compactMap { words(of: $0.cause, $0.count) }.map { "  \(visible($0))" }
    lines += verification.open.map { "  not recomputed: \(visible($0))" }
    lines += verification.notes.map { "  \(visible($0))" }
    if let end = verification.end { lines.append("  head \(end.head), \(end.size == 1 ? "1 entry" : "\(end.size) entries")") }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func first(_ verification: Verification) -> String {
    let values = counted(verification.agreed, "value") + " recomputed"
    let isHashesAlone = verification.unmade.contains { $0.cause == .notAsked }
    let made =
      isHashesAlone
      ? "no decision made again, as asked"
      : verification.replayed == verification.decisions
        ? counted(verification.replayed, "decision") + " made again"
        : "\(verification.replayed) of \(counted(verification.decisions, "decision")) made again"
    return "\(verification.isProven ? "holds" : "not proven"): \(values), \(made)"
  }

  /// Returns why decisions were not replayed, and what would help.
  private static func words(of cause: Verification.Cause, _ count: Int) -> String? {
    let which = counted(count, "decision")
    let was = count == 1 ? "was" : "were"
    switch cause {
    case .notAsked: return nil
    case .noTruths: return "\(which) \(was) not made again: no truths are at hand (give them with --truths)"
    case .otherTruths(let hash): return "\(which) \(was) made under other truths, \(hash) (give them with --truths)"
    case .version1: return "\(which) \(was) made by version 1"
    case .language(let number): return "\(which) \(was) made by version \(number) of the language, which this tool does not speak"
    case .overworked: return "\(which) \(was) not made again: it takes more work than it may"
    case .inputMissing:
      return "\(which) \(was) not made again: the context or the proposal is not at hand (give it with --context)"
    }
  }
}

/// The options of a verification.
public struct VerificationQuestion: Sendable {
  /// Whether decisions are replayed; otherwise only hashes are recomputed.
  public var isReplaying = true
  /// The expected head of the whole record, as kept elsewhere, `sha256:…`; for a run's output, the head of the context after
  /// it.
  public var head: String?
  /// An expected earlier head of the ledger, as kept elsewhere.
  public var earlierHead: String?

  /// Creates the options of a complete verification.
  public init() {}
}
