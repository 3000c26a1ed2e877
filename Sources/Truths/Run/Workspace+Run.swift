import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

extension Workspace {
  /// Decides a proposal, or a batch of them (runtime.md §3).
  ///
  /// All data is read and held against the vocabulary before anything runs.
  ///
  /// - Throws: the findings of a set with errors, or what is wrong with the data; then nothing was decided.
  public func run(_ input: RunInput) throws(Findings) -> RunReport {
    let batch = try RunBatch(input, in: self)
    guard input.isAppending else {
      guard !batch.isBatch, let proposal = batch.proposals.first else {
        return report(batch, batch.proposals.map { batch.outcome(of: $0, on: batch.start).0 })
      }
      let (outcome, after) = batch.outcome(of: proposal, on: batch.start)
      return report(batch, [outcome], after: after)
    }
    var context = batch.start
    var outcomes: [RunOutcome] = []
    for proposal in batch.proposals {
      let (outcome, after) = batch.outcome(of: proposal, on: context)
      context = after
      outcomes.append(outcome)
    }
    return report(batch, outcomes, recorded: context, after: batch.isBatch ? nil : context)
  }

  /// Decides a batch of proposals, each against the same context.
  ///
  /// - Parameter jobs: how many are decided at once; it changes nothing but the time taken.
  /// - Throws: as ``run(_:)``.
  public func run(_ input: RunInput, jobs: Int) async throws(Findings) -> RunReport {
    guard !input.isAppending, jobs > 1 else { return try run(input) }
    let batch = try RunBatch(input, in: self)
    guard batch.isBatch else { return try run(input) }
    let count = batch.proposals.count
    let outcomes = await withTaskGroup(of: [(place: Int, outcome: RunOutcome)].self) { group in
      for job in 0..<min(jobs, count) {
        group.addTask {
          stride(from: job, to: count, by: jobs).map { ($0, batch.outcome(of: batch.proposals[$0], on: batch.start).0) }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    return report(batch, outcomes.sorted { $0.place < $1.place }.map(\.outcome))
  }

  private func report(
    _ batch: RunBatch, _ outcomes: [RunOutcome], recorded context: Context? = nil, after: Context? = nil
  ) -> RunReport {
    RunReport(
      outcomes: outcomes, isBatch: batch.isBatch, isRecorded: context != nil, source: source, given: batch.given,
      context: context ?? batch.start, procedure: batch.procedure, after: after)
  }
}

/// Proposals with all that is needed to decide them.
private struct RunBatch: Sendable {
  let procedure: RunProcedure
  let proposals: [LocatedJSON]
  let isBatch: Bool
  /// Entries of the context as it was given.
  let given: Int
  /// The context with what documents say and the policies set.
  let start: Context
  private let input: RunInput

  init(_ input: RunInput, in workspace: Workspace) throws(Findings) {
    procedure = try workspace.procedure()
    var data = RunData(sources: workspace.loaded.sources, procedure: procedure)
    let context = try data.context(input.context)
    given = context.ledger.size
    start = try data.take(input.documents, policies: input.policies, on: context)
    (proposals, isBatch) = try data.proposals(input.proposals)
    self.input = input
  }

  /// Decides one proposal. The outcome lets go of the context after it, which a large batch would hold once for each proposal.
  func outcome(of proposal: LocatedJSON, on context: Context) -> (RunOutcome, after: Context) {
    let budget = Budget(maxCycles: input.maxCycles, maxSteps: input.maxSteps, maxFacts: input.maxFacts)
    let now = input.now.flatMap { Timestamp(text: $0) }
    var outcome = procedure.run(
      RunRequest(proposal: proposal, now: now, budget: budget, isExplained: input.isExplained), on: context)
    let after = outcome.context
    outcome.context = start
    return (outcome, after)
  }
}

/// The data of a run while it is read: every file gets its place in the sources, and every fault is thrown with them.
struct RunData {
  var sources: SourceMap
  let procedure: RunProcedure

  /// A context from entries or facts as JSON Lines; nothing is known where there is no file.
  mutating func context(_ text: SourceText?) throws(Findings) -> Context {
    guard let text else { return procedure.emptyContext }
    let file = sources.add(path: text.path, bytes: text.bytes)
    let read = LedgerReader.read(file)
    guard !read.diagnostics.hasErrors else { throw Findings(read.diagnostics, in: sources) }
    do {
      return try procedure.context(from: read.entries)
    } catch {
      throw Findings(error.diagnostics, in: sources)
    }
  }

  /// Policies as the command line gives them; each is a source of its own, so that a finding can show it.
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
        guard proposal.members != nil else { throw Findings([T8103ProposalShape.at(proposal.span)], in: sources) }
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
      case .success(let proposal) where proposal.members == nil: faults.append(T8103ProposalShape.at(proposal.span))
      case .success(let proposal): proposals.append(proposal)
      case .failure(let fault): faults.append(fault)
      }
    }
    guard faults.isEmpty else { throw Findings(faults, in: sources) }
    return proposals
  }
}
