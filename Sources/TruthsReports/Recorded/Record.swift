import TruthsDiagnostics
public import TruthsFindings
package import TruthsJSON
import TruthsLedger
import TruthsRendering
package import TruthsRuntime
public import TruthsText

/// A file of recorded decisions. It is a ledger, or the JSON output of `truths run` for one run or a batch.
public struct Record: Sendable {
  package enum Kind: Sendable {
    case runs([JSONObject])
    case ledger(RecordedLedger)
  }

  package let kind: Kind

  /// Reads a record.
  ///
  /// - Throws: the findings about the file.
  /// - Complexity: O(size of the file). The entries of a ledger are not kept; each is read from the file on demand.
  public init(_ text: SourceText) throws(Findings) {
    let data = text.data
    let document = JSONReader.read(data, of: FileID(0), limits: .ledger)
    if let runs = Self.runs(in: data, document) {
      kind = .runs(runs)
      return
    }
    let faults: LedgerFaults
    if case .success(let list) = document,
      let fault = LedgerReader.findings(
        in: list, wanted: "a ledger, or what `truths run --format json` printed: the record of a decision")
    {
      faults = LedgerFaults(diagnostics: [fault], shown: data.array)
    } else if LedgerReader.isSpread(data) {
      faults = LedgerFaults(diagnostics: Self.faults(ofSpread: document), shown: data.array)
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

  /// Whether a text has the form of a ledger's head, which is `sha256:` and 64 lower-case hexadecimal digits.
  public static func isHead(_ text: String) -> Bool { Hashes.isHash(text) }

  /// Whether the record is a ledger and not the output of runs. An empty file counts as a ledger.
  public var isLedger: Bool {
    if case .ledger = kind { return true }
    return false
  }

  /// Whether the record is a ledger without entries.
  public var isEmpty: Bool {
    if case .ledger(let ledger) = kind { return ledger.entries.isEmpty }
    return false
  }

  /// Returns the runs of a file; `nil` if the file is not the output of runs.
  private static func runs(in data: DataBytes, _ whole: Result<LocatedJSON, Diagnostic>) -> [JSONObject]? {
    if case .success(let whole) = whole { return run(whole.value).map { [$0] } }
    var runs: [JSONObject] = []
    for line in JSONLines(data, of: FileID(0), limits: .ledger) {
      guard case .success(let json) = line, let run = run(json.value) else { return nil }
      runs.append(run)
    }
    return runs.isEmpty ? nil : runs
  }

  /// Returns the findings about a JSON object that spans several lines, such as the output of a run. It is read as a whole, not
  /// line by line.
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

  /// Whether everything that was recomputed equals the record. Parts that could not be recomputed, and decisions that could not
  /// be replayed, do not count.
  public var isUnchanged: Bool { verifications.allSatisfy { $0.difference == nil } }

  /// Whether the whole record is proven: every hash, and every decision to be replayed, was recomputed and equals the record.
  public var holds: Bool { verifications.allSatisfy(\.isProven) }

  /// The recomputed parts and those that could not be recomputed, or the first difference. Each record gets one paragraph.
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
    let repetition =
      isHashesAlone
      ? "no decision repeated, as asked"
      : verification.replayed == verification.decisions
        ? counted(verification.replayed, "decision") + " repeated"
        : "\(verification.replayed) of \(counted(verification.decisions, "decision")) repeated"
    return "\(verification.isProven ? "holds" : "not proven"): \(values), \(repetition)"
  }

  /// Returns why a number of decisions were not replayed and what would help; `nil` if the user asked for no replay.
  private static func words(of cause: Verification.Cause, _ count: Int) -> String? {
    let which = counted(count, "decision")
    let was = count == 1 ? "was" : "were"
    switch cause {
    case .notAsked: return nil
    case .noTruths: return "\(which) \(was) not repeated: no truths are given (give them with --truths)"
    case .otherTruths(let hash): return "\(which) \(was) made under other truths, \(hash) (give them with --truths)"
    case .version1: return "\(which) \(was) made by version 1"
    case .language(let number): return "\(which) \(was) made by version \(number) of the language, which this tool does not know"
    case .overworked: return "\(which) \(was) not repeated: it takes more work than allowed"
    case .inputMissing:
      return "\(which) \(was) not repeated: the context or the proposal is not given (give it with --context)"
    }
  }
}

/// The options of a verification.
public struct VerificationQuestion: Sendable {
  /// Whether decisions are replayed. If false, only hashes are recomputed.
  public var isReplaying = true
  /// The expected head of the whole record, `sha256:…`, as the user keeps it elsewhere. For the output of a run, it is the head
  /// of the context after the run. `nil` expects nothing.
  public var head: String?
  /// The expected head of an earlier part of the ledger, as the user keeps it elsewhere; `nil` expects nothing.
  public var earlierHead: String?

  /// Creates the options of a complete verification.
  public init() {}
}
