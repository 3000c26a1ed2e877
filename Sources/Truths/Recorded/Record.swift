import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Recorded decisions: the JSON output of `truths run` for one run or a batch, or a ledger.
public struct Record: Sendable {
  enum Kind: Sendable {
    case runs([JSONObject])
    case ledger([ReadEntry])
  }

  let kind: Kind
  let sources: SourceMap

  /// Reads a record.
  ///
  /// - Throws: the findings about the file.
  public init(_ text: SourceText) throws(Findings) {
    var sources = SourceMap()
    let file = sources.add(path: text.path, bytes: text.bytes)
    self.sources = sources
    let whole = JSONReader.read(file, limits: .ledger)
    if let runs = Self.runs(in: file, whole) {
      kind = .runs(runs)
      return
    }
    if case .success(let list) = whole,
      let fault = LedgerReader.findings(
        in: list, wanted: "a ledger, or what `truths run --format json` printed: the record of a decision")
    {
      throw Findings([fault], in: sources)
    }
    let read = Self.entries(in: file, whole)
    guard !read.diagnostics.hasErrors else { throw Findings(read.diagnostics, in: sources) }
    kind = .ledger(read.entries)
  }

  /// Whether a text has the form of a head: `sha256:` and 64 lower-case hexadecimal digits.
  public static func isHead(_ text: String) -> Bool { Hashes.isHash(text) }

  /// Whether it is a ledger without entries.
  public var isEmpty: Bool {
    if case .ledger(let entries) = kind { return entries.isEmpty }
    return false
  }

  /// The runs of a file; `nil` if it is not the output of runs.
  private static func runs(in file: SourceFile, _ whole: Result<LocatedJSON, Diagnostic>) -> [JSONObject]? {
    if case .success(let whole) = whole { return run(whole.value).map { [$0] } }
    var runs: [JSONObject] = []
    for line in JSONLines(file, limits: .ledger) {
      guard case .success(let json) = line, let run = run(json.value) else { return nil }
      runs.append(run)
    }
    return runs.isEmpty ? nil : runs
  }

  /// The entries of a file. An object over several lines, such as the output of a run, gets its findings as a whole, not by line.
  private static func entries(in file: SourceFile, _ whole: Result<LocatedJSON, Diagnostic>) -> LedgerReading {
    guard LedgerReader.isSpread(DataBytes(file.bytes)) else { return LedgerReader.read(file) }
    switch whole {
    case .success(let object): return LedgerReader.read([object])
    case .failure(let fault):
      var reading = LedgerReading()
      reading.diagnostics = [fault]
      return reading
    }
  }

  private static func run(_ value: JSONValue) -> JSONObject? {
    let isRun = value["entry_type"] == nil && value["type"] == nil && (value["entries"] != nil || value["input_hash"] != nil)
    return isRun ? value.objectValue : nil
  }
}

/// Which decision of a record is meant.
public enum RecordedSubject: Hashable, Sendable {
  /// That of an entry, by its sequence: of the decision, or of anything else that its run left.
  case entry(Int)
  /// Those about a proposal, by its id.
  case proposal(String)
  /// Those of a run, by its id.
  case run(String)
  /// The last one.
  case last
}

extension Record {
  /// The explanation of decisions, for people: of a record of several a line each, unless one is meant.
  ///
  /// - Parameter subject: which is meant; none: all.
  /// - Returns: `nil` where there is none that is meant.
  public func explanation(_ detail: ExplanationDetail = ExplanationDetail(), of subject: RecordedSubject? = nil) -> String? {
    let decisions = decisions
    guard let subject else {
      if decisions.isEmpty { return "no decision is recorded\n" }
      if decisions.count == 1 { return rules + decisions[0].text(detail) }
      return rules + list(decisions)
    }
    let meant = decisions.enumerated().filter { place, decision in
      switch subject {
      case .entry(let sequence): decision.entries.contains(sequence)
      case .proposal(let id): decision.outcome["proposal_id"]?.stringValue == id
      case .run(let id): decision.outcome["run"]?["run_id"]?.stringValue == id
      case .last: place == decisions.count - 1
      }
    }
    return meant.isEmpty ? nil : meant.map { $0.element.text(detail) }.joined(separator: "\n")
  }

  private var decisions: [RecordedDecision] {
    switch kind {
    case .runs(let runs): runs.map { RecordedDecision(outcome: $0) }
    case .ledger(let entries): LedgerOutcomes(entries.map(\.entry)).decisions
    }
  }

  /// `entry 12  2025-01-31 10:00 UTC  create_invoice of @ann  Waiting: …`
  private func list(_ decisions: [RecordedDecision]) -> String {
    let rows = decisions.enumerated().map { place, decision in
      decision.row(decision.sequence.map { "entry \($0)" } ?? "run \(place + 1)")
    }
    let widths = (0..<3).map { column in rows.map { displayWidth(of: $0[column]) }.max() ?? 0 }
    let lines = rows.map { row in
      zip(row, widths).map { $0 + String(repeating: " ", count: $1 - displayWidth(of: $0) + 2) }.joined() + row[3] + "\n"
    }
    let hint = decisions.last?.sequence.map { "--entry \($0), --proposal ID, --run ID" } ?? "--proposal ID, --run ID"
    return lines.joined() + "\none of them: \(hint) or --last\n"
  }

  /// When the truths of a ledger changed, and who agreed.
  private var rules: String {
    guard case .ledger(let entries) = kind else { return "" }
    return RuleHistory(entries.map(\.entry)).text
  }
}

/// The decisions of a ledger, each in the form of a run's output, with the members that the ledger has.
private struct RecordedDecision {
  /// The sequence of its entry, in a ledger.
  var sequence: Int?
  /// The sequences of what its run left with it.
  var entries = 0..<0
  var timestamp: String?
  /// The object of runs §10.5, as far as it is known.
  var outcome: JSONObject
  /// What its proposal asked for before.
  var askedBefore: [JSONObject] = []
  /// Who had consented to it.
  var consenters: Set<String> = []

  private func explanation(_ detail: ExplanationDetail) -> Explanation {
    Explanation(
      outcome: outcome, evaluated: [], isRecorded: true, detail: detail, showsProposal: true, askedBefore: askedBefore,
      consenters: consenters)
  }

  func text(_ detail: ExplanationDetail) -> String {
    let heading = sequence.map { "Entry \($0)\(timestamp.map { ", \(PlainValue.text($0))" } ?? "")\n\n" } ?? ""
    return heading + explanation(detail).text
  }

  /// Its line in a list, in columns.
  func row(_ name: String) -> [String] {
    let explanation = explanation(ExplanationDetail())
    let action = visible(explanation.proposal?["action"]?.stringValue ?? outcome["proposal_id"]?.stringValue ?? "")
    let proposer = explanation.proposer.map { " of \(ExplanationText.actor($0))" } ?? ""
    return [name, timestamp.map { PlainValue.text($0) } ?? "", action + proposer, explanation.result]
  }
}

/// Who consented, by the facts of a ledger.
enum ConsentRecord {
  /// - Parameter proposalHash: of the proposal, as `sha256:…`.
  static func people(_ proposalHash: String, in entries: some Sequence<Entry>) -> Set<String> {
    let given = entries.filter {
      $0.type == .fact && $0.payload["type"]?.stringValue == BuiltInFact.consentGiven.rawValue
        && $0.payload["proposal_hash"]?.stringValue == proposalHash
    }
    return Set(given.compactMap { $0.payload["given_by"]?.stringValue ?? $0.actor["user_id"]?.stringValue })
  }
}

private struct LedgerOutcomes {
  private let entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries }

  var decisions: [RecordedDecision] {
    var ledger = Ledger()
    var heads: [String] = [ledger.head]
    for entry in entries {
      ledger.append(entry)
      heads.append(ledger.head)
    }
    return entries.indices.filter { entries[$0].type == .decision }.map { index in
      let own = span(at: index)
      return RecordedDecision(
        sequence: entries[index].sequence, entries: entries[own.lowerBound].sequence..<entries[own.upperBound - 1].sequence + 1,
        timestamp: entries[index].timestamp.text, outcome: outcome(at: index, heads), askedBefore: requests(before: index),
        consenters: consenters(before: index))
    }
  }

  /// Who had consented to the proposal of a decision.
  private func consenters(before index: Int) -> Set<String> {
    let hash = entries[index].payload["proposal_hash"]?.stringValue
    return hash.map { ConsentRecord.people($0, in: entries[..<index]) } ?? []
  }

  /// What the run of a decision asked for before it.
  private func requests(before index: Int) -> [JSONObject] {
    if entries[index].payload["status"]?.stringValue != "waiting" { return [] }
    return entries[..<index].filter { $0.runID == entries[index].runID && $0.type == .fact }.map(\.payload)
      .filter { $0["type"]?.stringValue == BuiltInFact.approvalRequested.rawValue }
  }

  /// A run appends its proposal, one decision, its facts, its traces; a resumed one does not append its proposal again.
  private func span(at index: Int) -> Range<Int> {
    let decision = entries[index]
    let first = index > 0 && isProposal(entries[index - 1], of: decision) ? index - 1 : index
    let end = entries[(index + 1)...].firstIndex { $0.type == .decision || $0.type == .proposal || $0.runID != decision.runID }
    return first..<(end ?? entries.count)
  }

  private func outcome(at index: Int, _ heads: [String]) -> JSONObject {
    let decision = entries[index]
    let range = span(at: index)
    let (first, own) = (range.lowerBound, entries[range])
    let proposal = entries[..<index].last { isProposal($0, of: decision) }
    var outcome = JSONObject(
      ["decision", "truth_id", "reason", "violations"].map {
        JSONObject.Member(name: Text($0), value: decision.payload[$0] ?? .null)
      })
    outcome["run"] = .object([
      "run_id": .text(decision.runID), "status": decision.payload["status"] ?? .null,
      "waiting_for": decision.payload["waiting_for"] ?? .array([]),
    ])
    outcome["facts"] = .array(own.filter { $0.type == .fact }.map { .object($0.payload) })
    outcome["entries"] = .array((first == index ? proposal.map { [$0] } ?? [] : []).map(json) + own.map(json))
    outcome["proposal_id"] = proposal.flatMap { $0.proposalID }.map { .text($0) } ?? .null
    outcome["input_hash"] = decision.payload["input_hash"] ?? .null
    outcome["output_hash"] = decision.payload["output_hash"] ?? .null
    outcome["context"] = .object(["before": point(first, heads), "after": point(first + own.count, heads)])
    return outcome
  }

  private func isProposal(_ entry: Entry, of decision: Entry) -> Bool { entry.type == .proposal && entry.runID == decision.runID }

  private func json(_ entry: Entry) -> JSONValue { .object(entry.json) }

  private func point(_ size: Int, _ heads: [String]) -> JSONValue {
    .object(["head": .text(heads[size]), "size": .number(Decimal(size))])
  }
}

/// The result of verifying a record.
public struct VerificationReport: Sendable {
  let verifications: [Verification]

  /// Whether everything that was recomputed equals the record. Ignores what could not be recomputed, or decided again.
  public var isUnchanged: Bool { verifications.allSatisfy { $0.difference == nil } }

  /// Whether every hash and every decision to be replayed was recomputed and equals the record.
  public var holds: Bool { verifications.allSatisfy(\.isProven) }

  /// What was recomputed, what could not be, or the first difference; one paragraph per record.
  public var text: String {
    if verifications.count == 1 { return verifications.map(Self.text).joined() }
    return verifications.enumerated().map { "run \($0 + 1) \(Self.text($1))" }.joined(separator: "\n")
  }

  private static func text(_ verification: Verification) -> String {
    if let difference = verification.difference {
      let rows = [("recomputed", difference.recomputed), ("found", difference.found)]
      let table = ExplanationText.table(rows.map { (name: $0.0, value: visible($0.1)) }, indent: 2)
      let isGiven = difference.subject.hasPrefix("context.before")
      let help = isGiven ? "  a run may be given policies (--set) and documents (--document) beside its context\n" : ""
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

  /// Why decisions were not made again, and what would help.
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
  /// The head of the whole record as kept elsewhere, `sha256:…`; for a run's output, that of the context after it.
  public var head: String?
  /// An earlier head of the ledger, as kept elsewhere.
  public var earlierHead: String?

  /// A complete verification.
  public init() {}
}

extension Record {
  /// Recomputes every id and hash of the record, and replays its decisions where possible.
  ///
  /// - Parameters:
  ///   - workspaces: the truths to decide with, one for each set that was in force; a set with errors decides nothing.
  ///   - given: the inputs of each run besides its proposal: context, documents, policies. A ledger has its own. With `nil`, only
  ///     runs on an empty context are replayed.
  /// - Throws: the findings about the context, the documents or the policies.
  public func verify(
    with workspaces: [Workspace], given: RunInput? = nil, question: VerificationQuestion = VerificationQuestion()
  ) throws(Findings) -> VerificationReport {
    let sets = workspaces.compactMap { workspace in (try? workspace.procedure()).map { (workspace, $0) } }
    switch kind {
    case .ledger(let entries):
      let shortForms = Set(entries.filter(\.isShortForm).map(\.entry.sequence))
      var steps = ShortFormSteps()
      var verifier = LedgerVerifier(
        entries: shortForms.isEmpty
          ? entries.map(\.entry) : entries.map { steps.completed($0.entry, isShortForm: $0.isShortForm) },
        procedures: sets.map(\.1),
        question: LedgerVerifier.Question(
          isReplaying: question.isReplaying, head: question.head, earlierHead: question.earlierHead, shortForms: shortForms))
      return VerificationReport(verifications: [verifier.verify()])
    case .runs(let runs):
      var verifications: [Verification] = []
      for run in runs { verifications.append(try verify(run, sets, given, question)) }
      return VerificationReport(verifications: verifications)
    }
  }

  private func verify(
    _ run: JSONObject, _ sets: [(Workspace, RunProcedure)], _ given: RunInput?, _ question: VerificationQuestion
  ) throws(Findings) -> Verification {
    let truths = run["truths"]?.stringValue
    let set = sets.first { $0.1.truthsHash == truths } ?? sets.first
    let context = try Self.context(given, set?.0, set?.1)
    var verifier = RunOutputVerifier(
      output: run, context: context, procedure: set?.1, source: set?.0.source, isReplaying: question.isReplaying)
    return verifier.verify(against: question.head, after: question.earlierHead)
  }

  private static func context(
    _ given: RunInput?, _ workspace: Workspace?, _ procedure: RunProcedure?
  ) throws(Findings) -> Context? {
    guard let given, let workspace, let procedure else { return nil }
    var data = RunData(sources: workspace.loaded.sources, procedure: procedure)
    let context = try data.context(given.context)
    return try data.take(given.documents, policies: given.policies, on: context)
  }
}
