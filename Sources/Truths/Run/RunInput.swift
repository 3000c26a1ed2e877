import TruthsAnswers
import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// The input of a run: proposals, context, documents, policies and limits.
public struct RunInput: Sendable {
  /// A proposal, a JSON object; or a batch, JSON Lines, one proposal per line.
  public var proposals: SourceText
  /// The context: entries or facts as JSON Lines; `nil` for an empty one.
  public var context: SourceText?
  /// Documents that sources read facts from, before anything else.
  public var documents: [DocumentInput] = []
  /// Policies to set, each `policy=value`; the value is JSON or a plain text.
  public var policies: [String] = []
  /// The moment of the run, RFC 3339 in UTC, written into the proposal; `proposal` or `nil` for the proposal's own. Required for
  /// runs that are appended.
  public var now: String?
  /// Who proposes; `nil` for the actor that each proposal names. Required for runs that are appended.
  public var actor: RunActor?
  /// Whether records of an offline queue are replayed that are marked as not safe to replay.
  public var isForced = false
  /// The most rounds of the fixed point.
  public var maxCycles = Self.standardMaxCycles
  /// The most matches that fire.
  public var maxSteps = Self.standardMaxSteps
  /// The most new facts.
  public var maxFacts = Self.standardMaxFacts
  /// The most steps of work; beyond them there is no decision. The default is about two seconds' worth.
  public var maxWork = Self.standardMaxWork
  /// Whether each proposal of a batch is decided on the context that the one before it left, for appending to a ledger, instead
  /// of all on the same context. Then ``now`` and ``actor`` are required; with `proposal` for one of them, each proposal must
  /// have it.
  public var isAppending = false
  /// Whether the ledger that is appended to is empty and begins with the ``context``. An agent brings no entries into a ledger,
  /// as it brings no documents.
  public var beginsLedger = false

  /// Whether the run is explained. Only then the values of the terms of clauses that hold are computed.
  public var isExplained = true

  /// Whether a dry run of one proposal that is not accepted also tells what would have to be different (answers §1.3).
  public var tellsWays = false

  /// A run of some proposals with the standard budget.
  public init(proposals: SourceText) { self.proposals = proposals }

  /// Runs on a context with the standard budget; the proposals are given one by one.
  public init(context: SourceText?) {
    proposals = SourceText(path: "proposal", bytes: [])
    self.context = context
  }

  /// The default limit of rounds.
  public static let standardMaxCycles = Budget.standard.maxCycles
  /// The default limit of matches.
  public static let standardMaxSteps = Budget.standard.maxSteps
  /// The default limit of new facts.
  public static let standardMaxFacts = Budget.standard.maxFacts

  /// The default limit of work.
  public static let standardMaxWork = Budget.standard.maxWork

  /// Whether a text is a timestamp of the language: RFC 3339, in UTC with `Z` or with an offset.
  public static func isTimestamp(_ text: String) -> Bool { Timestamp(text: text) != nil }
}

/// Reads the data of a run. Every file is added to the sources, and every fault is thrown with them.
struct RunData {
  var sources: SourceMap
  let procedure: RunProcedure

  /// A context from entries or facts as JSON Lines; empty without a file. The ledger keeps its bytes; it becomes a source, with
  /// its lines counted, only if it is faulty.
  mutating func context(_ text: SourceText?) throws(Findings) -> Context { try contextWithWarnings(text).context }

  /// The same, with the warnings about it.
  ///
  /// - Parameters:
  ///   - before: what its entries stand behind; none: nothing.
  ///   - isAppendedTo: whether it is a ledger that goes on.
  mutating func contextWithWarnings(
    _ text: SourceText?, behind before: Context? = nil, isAppendedTo: Bool = false
  ) throws(Findings) -> (context: Context, warnings: Findings) {
    guard let text else { return (before ?? procedure.emptyContext, Findings([], in: sources)) }
    var loader = ContextLoader(procedure, on: before)
    let data = text.data
    let faults = LedgerReader.read(data, of: FileID(sources.files.count), from: before?.nextSequence ?? 1) { entry, line in
      loader.append(entry, line: line.map { LedgerLine(data, at: $0) })
    }
    if !faults.shown.isEmpty { sources.add(path: text.path, bytes: faults.shown) }
    guard !faults.diagnostics.hasErrors else { throw Findings(faults.diagnostics, in: sources) }
    do {
      return (try loader.whole(isAppendedTo: isAppendedTo), Findings(loader.warnings, in: sources))
    } catch {
      throw Findings(error.diagnostics, in: sources)
    }
  }

  /// Policies from the command line. Each is a source of its own, so that a finding can show it.
  mutating func settings(_ settings: [String]) -> [(name: String, span: Span, value: LocatedJSON)] {
    settings.map { setting in
      let bytes = Array(setting.utf8)
      let file = sources.add(path: "--set", bytes: bytes)
      let equals = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.count
      let place = Span(file: file.id, start: min(equals + 1, bytes.count), end: bytes.count)
      let plain = LocatedJSON(.string(Text(file.text(place))), at: place)
      let name = String(decoding: bytes[..<equals], as: UTF8.self)
      let json = try? JSONReader.read(file, in: Int(place.start)..<bytes.count).get()
      let value = json.map { wantsText(name) && $0.stringValue == nil ? plain : $0 } ?? plain
      return (name, Span(file: file.id, start: 0, end: equals), value)
    }
  }

  /// Whether a policy is a text: `--set greeting=5` means the text `5` then.
  private func wantsText(_ name: String) -> Bool {
    procedure.program.policies.contains { ($0.name == name || $0.qualifiedName == name) && $0.type == .text }
  }

  /// The proposals of a file, and whether it is a batch: by its name, or because its first line alone is a value and more
  /// follows.
  mutating func proposals(_ text: SourceText) throws(Findings) -> ([LocatedJSON], isBatch: Bool) {
    let file = sources.add(path: text.path, bytes: text.bytes)
    let isNamedBatch = text.path.hasSuffix(".jsonl") || text.path.hasSuffix(".ndjson")
    if !isNamedBatch {
      switch JSONReader.read(file) {
      case .success(let proposal):
        guard proposal.members != nil else { throw Findings([ProposalShapeFault.at(proposal.span)], in: sources) }
        return ([proposal], false)
      case .failure(let fault):
        var lines = JSONLines(file).makeIterator()
        guard case .success? = lines.next() else { throw Findings([fault], in: sources) }
      }
    }
    return try (batch(file), true)
  }

  private func batch(_ file: SourceFile) throws(Findings) -> [LocatedJSON] {
    var proposals: [LocatedJSON] = []
    var faults: [Diagnostic] = []
    for line in JSONLines(file) {
      switch line {
      case .success(let proposal) where proposal.members == nil: faults.append(ProposalShapeFault.at(proposal.span))
      case .success(let proposal): proposals.append(proposal)
      case .failure(let fault): faults.append(fault)
      }
      if faults.count >= [Diagnostic].mostOfData { break }
    }
    guard faults.isEmpty else { throw Findings(faults.toldOfData(), in: sources) }
    return proposals
  }
}

/// The proposer, as far as the caller knows.
public enum RunActor: Sendable {
  /// The actor that each proposal names, trusted: for one's own proposals, and for imported histories.
  case proposal
  /// An actor of contract §4.2, a JSON object such as `{"type": "user", "user_id": "ann", "roles": ["accountant"]}`.
  ///
  /// It is written into a proposal that names nobody; one that names somebody else is rejected (`converge.actor.mismatch`).
  case known(SourceText)

  /// An actor that a program knows, as JSON.
  public static func known(json: String) -> RunActor { .known(SourceText(path: "actor", bytes: Array(json.utf8))) }
}

extension Workspace {
  /// Decides a proposal, or a batch that is in memory (runs §3). Use ``batch(_:as:)`` for a batch that is streamed and not
  /// appended.
  ///
  /// All data is read and checked against the vocabulary before anything runs.
  ///
  /// - Throws: the findings of a set with errors, or about the data; then nothing was decided.
  public func run(_ input: RunInput) throws(Findings) -> RunReport {
    let setup = try RunSetup(input, in: self)
    var report = try setup.report(
      on: input.proposals, in: self, from: nil, given: setup.given, isAppending: input.isAppending)
    let isRefused = report.ending == .refused || report.ending == .waiting
    if input.tellsWays, !input.isAppending, !report.isBatch, !report.isEmpty, isRefused {
      report.ways = try whyNot(input.proposals, setup, limit: 3, .aside, isMeasured: false)
    }
    return report
  }

  /// A batch that is decided in pieces, each proposal against the same context.
  ///
  /// - Parameters:
  ///   - input: `proposals` is not read, except for its path in findings.
  ///   - answersFaults: whether a line that is not a proposal gets an answer with its findings, and the batch goes on.
  /// - Throws: the findings of a set with errors, or about the context and the policies.
  public func batch(
    _ input: RunInput, as form: RunForm, answersFaults: Bool = false
  ) throws(Findings) -> RunBatch {
    RunBatch(
      setup: try RunSetup(input, in: self), sources: loaded.sources, path: input.proposals.path, form: form,
      answersFaults: answersFaults,
      source: source)
  }
}
