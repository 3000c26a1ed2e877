import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsRuntime
import TruthsText

/// Decides proposals on one context without writing anything down, for programs that ask often: a gate before a queue, a
/// check while somebody types, a simulation.
///
/// What it decides is what ``Workspace/run(_:)`` decides for the same truths, context and proposal; it makes no reason, no trace
/// and no hash. A proposal is read once; what it takes to decide it does not grow with the number of truths and facts.
///
///     let decider = try Decider(workspace, context: SourceText(path: "context.jsonl", bytes: bytes))
///     let proposal = try decider.prepare(json)
///     switch try decider.decide(proposal).outcome {
///     case .accepted: …
///     case .rejected, .halted, .waiting: …
///     }
///
/// Any number of threads may share a decider and its proposals.
public struct Decider: Sendable {
  private let gate: DecisionGate
  private let sources: SourceMap

  /// Reads a context and makes everything ready that does not depend on a proposal.
  ///
  /// - Parameters:
  ///   - workspace: truths without errors.
  ///   - context: entries or facts as JSON Lines; none: nothing is known.
  ///   - policies: policies to set, each `policy=value`.
  ///   - now: the moment of all decisions, RFC 3339 in UTC; none: the proposal's own.
  /// - Throws: the findings of a set with errors, or what is wrong with the data or the moment.
  /// - Complexity: O(size of the context + size of the truths).
  public init(
    _ workspace: Workspace, context: SourceText? = nil, policies: [String] = [], now: String? = nil
  ) throws(Findings) {
    let procedure = try workspace.procedure()
    var data = RunData(sources: workspace.loaded.sources, procedure: procedure)
    let start = try data.take([], policies: policies, on: data.context(context))
    let moment = try data.moment(now)
    sources = data.sources
    gate = DecisionGate(procedure, context: start, now: moment)
  }

  /// Reads a proposal, one JSON object in UTF-8. One that does not fit its intent is ready too: it is rejected.
  ///
  /// - Throws: what is wrong with JSON that is none.
  /// - Complexity: O(size of the proposal).
  public func prepare(_ json: [UInt8]) throws(Findings) -> PreparedProposal {
    switch JSONReader.read(DataBytes(json), of: FileID(sources.files.count)) {
    case .success(let proposal): return PreparedProposal(gate.ready(proposal))
    case .failure(let fault):
      var sources = sources
      sources.add(path: "proposal", bytes: json)
      throw Findings([fault], in: sources)
    }
  }

  /// Decides a proposal that this decider prepared.
  ///
  /// - Throws: ``ForeignProposal`` for one that another decider prepared; findings where it takes more work than it may.
  /// - Complexity: O(clauses that apply to its intent), each look-up O(1). Nothing is allocated where clauses alone decide; where
  ///   consents, approvals, earlier runs or truths on facts have a part in it, the whole procedure runs.
  public func decide(_ proposal: PreparedProposal) throws -> QuickDecision {
    guard gate.knows(proposal.ready) else { throw ForeignProposal() }
    do {
      return QuickDecision(try gate.decide(proposal.ready))
    } catch {
      throw Findings(error, at: Span(file: FileID(0), start: 0, end: 0), in: sources)
    }
  }
}

/// A proposal was given to a decider that did not prepare it. It was read for another context, so what it says of facts holds
/// there alone.
public struct ForeignProposal: Error, Hashable, CustomStringConvertible {
  /// What is wrong, and how to mend it.
  public var description: String {
    "this proposal was prepared by another decider, for another context; prepare it with the decider that is to decide it"
  }
}

/// A proposal that was read and can be decided at once; see ``Decider/prepare(_:)``.
public struct PreparedProposal: Sendable {
  let ready: ReadyProposal

  init(_ ready: ReadyProposal) { self.ready = ready }

  /// The clauses that apply to the proposal; a ``QuickDecision`` names them by their place in this list. Empty where the proposal
  /// does not fit its intent.
  public var clauses: [DecidingClause] {
    ready.clauses.map { DecidingClause(id: $0.id, declaredBy: $0.declaredBy, name: $0.name, text: $0.text) }
  }
}

/// A clause that may decide about a proposal.
public struct DecidingClause: Hashable, Sendable {
  /// The id that it reports: its own, else that of its truth or invariant.
  public let id: String
  /// The id of the truth or invariant that declares it.
  public let declaredBy: String
  /// Where it stands: `requires[0]`, `rule`, `if`.
  public let name: String
  /// The clause as the formatter writes it.
  public let text: String
}

/// What a proposal comes to, without words.
public struct QuickDecision: Hashable, Sendable {
  /// What becomes of the proposal.
  public let outcome: Outcome
  /// The place in ``PreparedProposal/clauses`` of the first clause, in the order in which `truths run` lists them, that
  /// forbids the proposal whatever else is so; `nil` where there is none.
  public let structural: Int?
  /// The first clause of which cannot be told whether it holds; `nil` where there is none, or a requirement is unmet.
  public let unknown: Int?
  /// The first requirement that is unmet.
  public let unmet: Int?
  /// The first clause that wants an approval.
  public let approval: Int?

  /// What becomes of a proposal.
  public enum Outcome: Hashable, Sendable {
    /// All clauses hold.
    case accepted
    /// A requirement is unmet, or the proposal is not one that can be decided.
    case rejected
    /// A structural clause forbids it, or one cannot be told.
    case halted
    /// It waits for a consent or an approval.
    case waiting
  }

  /// The clause that decided; `nil` where all hold, or something that is built in decided.
  public var clause: Int? {
    switch outcome {
    case .accepted: nil
    case .rejected: unmet
    case .halted: structural ?? unknown
    case .waiting: approval
    }
  }

  @inline(__always)
  init(_ decided: DecisionGate.Outcome) {
    switch decided.decision {
    case .accepted: outcome = .accepted
    case .rejected: outcome = .rejected
    case .halted: outcome = decided.isWaiting ? .waiting : .halted
    }
    structural = Self.place(decided.verdict.structural)
    unknown = Self.place(decided.verdict.unknown)
    unmet = Self.place(decided.verdict.requirement)
    approval = Self.place(decided.verdict.acceptance)
  }

  @inline(__always)
  private static func place(_ clause: Int32) -> Int? { clause < 0 ? nil : Int(clause) }
}
