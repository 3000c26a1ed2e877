import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// A rule set over one context, which was read and indexed once: what a program asks that wants decisions where the data is, such
/// as a service, a check while somebody types, a simulation. Nothing is written down.
///
///     let gate = try Gate(rules, context: SourceText(path: "context.jsonl", bytes: bytes))
///     let decision = try gate.decide(proposal)
///     if decision.outcome == .accepted { … } else { show(decision.reason) }
///
/// What it decides is what ``Workspace/run(_:)`` decides for the same truths, context and proposal, to the byte. For those who
/// ask often, ``prepare(_:)`` reads a proposal once and ``decide(_:)-(PreparedProposal)`` makes no words.
///
/// Any number of threads may share a gate and its proposals.
public struct Gate: Sendable {
  /// The rule set that decides.
  public let rules: RuleSet
  package let batch: RunBatch
  package let quick: DecisionGate
  private let sources: SourceMap

  /// Reads a context and makes everything ready that does not depend on a proposal.
  ///
  /// - Parameters:
  ///   - context: entries or facts as JSON Lines; none: nothing is known.
  ///   - documents: documents that sources read facts from.
  ///   - policies: policies to set, each `policy=value`.
  ///   - now: the moment of all decisions, RFC 3339 in UTC; none: the proposal's own.
  ///   - maxWork: the most steps of work a decision; beyond them there is none.
  /// - Throws: what is wrong with the data, the policies, the moment or the limit.
  /// - Complexity: O(size of the context).
  public init(
    _ rules: RuleSet, context: SourceText? = nil, documents: [DocumentInput] = [], policies: [String] = [], now: String? = nil,
    maxWork: Int = RunInput.standardMaxWork
  ) throws(Findings) {
    self.rules = rules
    var input = RunInput(context: context)
    (input.documents, input.policies, input.now, input.maxWork) = (documents, policies, now, maxWork)
    input.isExplained = false
    sources = rules.workspace.loaded.sources
    batch = try rules.workspace.batch(input, as: .json, answersFaults: true)
    quick = DecisionGate(
      batch.setup.procedure, context: batch.setup.start, now: batch.setup.moment, budget: batch.setup.budget)
  }

  /// Decides a proposal, one JSON object in UTF-8.
  ///
  /// - Throws: what is wrong with JSON that is none, or no object; findings where it takes more work than it may.
  public func decide(_ json: [UInt8]) throws(Findings) -> Decision {
    let proposal = try read(json)
    do {
      return Decision(try batch.setup.outcome(of: proposal, on: batch.setup.start), source: batch.source)
    } catch {
      throw Findings(error, at: proposal.span.atStart, in: shown(json))
    }
  }

  /// Decides proposals, a JSON object a line, each on the same context.
  ///
  /// - Returns: a record a line, the bytes of `truths run --batch --format json`. A line at fault has one with its `error`.
  public func records(_ lines: [UInt8]) -> [UInt8] {
    batch.decide(BatchPiece(bytes: lines, firstLine: 1)).withBytes { Array($0) }
  }

  /// Reads a proposal, one JSON object in UTF-8. One that does not fit its intent is ready too: it is rejected.
  ///
  /// - Throws: what is wrong with JSON that is none, or no object.
  /// - Complexity: O(size of the proposal).
  public func prepare(_ json: [UInt8]) throws(Findings) -> PreparedProposal { PreparedProposal(quick.ready(try read(json))) }

  /// Decides a proposal that this gate prepared.
  ///
  /// - Throws: ``ForeignProposal`` for one that another gate prepared; findings where it takes more work than it may.
  /// - Complexity: O(clauses that apply to its intent), each look-up O(1). Nothing is allocated where clauses alone decide; where
  ///   consents, approvals, earlier runs or truths on facts have a part in it, the whole procedure runs.
  public func decide(_ proposal: PreparedProposal) throws -> QuickDecision {
    guard quick.knows(proposal.ready) else { throw ForeignProposal() }
    do {
      return QuickDecision(try quick.decide(proposal.ready))
    } catch {
      throw Findings(error, at: Span(file: FileID(0), start: 0, end: 0), in: sources)
    }
  }

  private func read(_ json: [UInt8]) throws(Findings) -> LocatedJSON {
    switch JSONReader.read(DataBytes(json), of: FileID(sources.files.count)) {
    case .success(let proposal) where proposal.members != nil: return proposal
    case .success(let other): throw Findings([ProposalShapeFault.at(other.span)], in: shown(json))
    case .failure(let fault): throw Findings([fault], in: shown(json))
    }
  }

  /// The sources with a proposal behind them, for findings.
  private func shown(_ json: [UInt8]) -> SourceMap {
    var sources = sources
    sources.add(path: "proposal", bytes: json)
    return sources
  }
}

/// A proposal was given to a gate that did not prepare it. It was read for another context, so what it says of facts holds
/// there alone.
public struct ForeignProposal: Error, Hashable, CustomStringConvertible {
  /// What is wrong, and how to mend it.
  public var description: String {
    "this proposal was prepared by another gate, for another context; prepare it with the gate that is to decide it"
  }
}

/// A proposal that was read and can be decided at once; see ``Gate/prepare(_:)``.
public struct PreparedProposal: Sendable {
  let ready: ReadyProposal

  init(_ ready: ReadyProposal) { self.ready = ready }

  /// The clauses that apply to the proposal; a ``QuickDecision`` names them by their place in this list. Empty where the proposal
  /// does not fit its intent.
  public var clauses: [DecidingClause] {
    ready.clauses.map { DecidingClause($0) }
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

  init(_ clause: DecisiveClause) {
    (id, declaredBy, name, text) = (clause.id, clause.declaredBy, clause.name, clause.text)
  }
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

    @inline(__always)
    init(_ ending: RunEnding) {
      switch ending {
      case .accepted: self = .accepted
      case .rejected: self = .rejected
      case .halted: self = .halted
      case .waiting: self = .waiting
      }
    }
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
  package init(_ decided: DecisionGate.Outcome) {
    outcome = Outcome(decided.ending)
    structural = Self.place(decided.verdict.structural)
    unknown = Self.place(decided.verdict.unknown)
    unmet = Self.place(decided.verdict.requirement)
    approval = Self.place(decided.verdict.acceptance)
  }

  @inline(__always)
  private static func place(_ clause: Int32) -> Int? { clause < 0 ? nil : Int(clause) }
}
