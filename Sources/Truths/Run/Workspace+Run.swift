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
    let procedure = try procedure()
    var data = RunData(sources: loaded.sources, procedure: procedure)
    let given = try data.context(input.context)
    let start = try data.set(input.policies, on: given)
    let (proposals, isBatch) = try data.proposals(input.proposals)
    let budget = Budget(maxCycles: input.maxCycles, maxSteps: input.maxSteps, maxFacts: input.maxFacts)
    let now = input.now.flatMap { Timestamp(text: $0) }
    var context = start
    var outcomes: [RunOutcome] = []
    for proposal in proposals {
      let outcome = procedure.run(RunRequest(proposal: proposal, now: now, budget: budget), on: context)
      if input.isAppending { context = outcome.context }
      outcomes.append(outcome)
    }
    return RunReport(
      outcomes: outcomes, isBatch: isBatch, isRecorded: input.isAppending, source: source, given: given.ledger.size)
  }
}

/// The data of a run while it is read: every file gets its place in the sources, and every fault is thrown with them.
private struct RunData {
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
  mutating func set(_ settings: [String], on context: Context) throws(Findings) -> Context {
    var policies: [(name: String, span: Span, value: LocatedJSON)] = []
    for setting in settings {
      let bytes = Array(setting.utf8)
      let file = sources.add(path: "--set", bytes: bytes)
      let equals = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.count
      let place = Span(file: file.id, start: min(equals + 1, bytes.count), end: bytes.count)
      let plain = LocatedJSON(.string(Text(file.text(place))), at: place)
      let value = (try? JSONReader.read(file, in: Int(place.start)..<bytes.count).get()) ?? plain
      policies.append((String(decoding: bytes[..<equals], as: UTF8.self), Span(file: file.id, start: 0, end: equals), value))
    }
    do {
      return try procedure.set(policies: policies, on: context)
    } catch {
      throw Findings(error.diagnostics, in: sources)
    }
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
