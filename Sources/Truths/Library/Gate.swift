import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Decides proposals on one context that was read and indexed once, without recording anything. For programs that need
/// decisions where the data is, such as services, form validation and simulations.
///
///     let gate = try Gate(rules, context: SourceText(path: "context.jsonl", bytes: bytes))
///     let decision = try gate.decide(proposal)
///     if decision.outcome == .accepted { … } else { show(decision.reason) }
///
/// Its decisions equal those of ``Workspace/run(_:)`` for the same rules, context and proposal, byte for byte. For frequent
/// decisions, ``prepare(_:)`` reads a proposal once, and ``decide(_:)-(PreparedProposal)`` produces no text.
///
/// Any number of threads may share a gate and its proposals.
public struct Gate: Sendable {
  /// The rule set that decides.
  public let rules: RuleSet
  package let batch: RunBatch
  package let quick: DecisionGate
  private let sources: SourceMap

  /// Reads a context and prepares everything that does not depend on a proposal.
  ///
  /// - Parameters:
  ///   - context: entries or facts as JSON Lines; `nil` for an empty context.
  ///   - documents: documents that sources read facts from.
  ///   - policies: policies to set, each `policy=value`.
  ///   - now: time of all decisions, RFC 3339 in UTC; `nil` uses the proposal's own.
  ///   - maxWork: maximum number of work steps per decision. A decision that exceeds it is not made.
  /// - Throws: findings about the data, the policies, the time or the limit.
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
  /// - Throws: findings where the text is not a JSON object, or where the decision exceeds its work limit.
  public func decide(_ json: [UInt8]) throws(Findings) -> Decision {
    let proposal = try read(json)
    do {
      return Decision(try batch.setup.outcome(of: proposal, on: batch.setup.start), source: batch.source)
    } catch {
      throw Findings(error, at: proposal.span.atStart, in: shown(json))
    }
  }

  /// Decides proposals, one JSON object per line, each on the same context.
  ///
  /// - Returns: one record per line, the bytes of `truths run --batch --format json`. The record of a faulty line has an
  ///   `error`.
  public func records(_ lines: [UInt8]) -> [UInt8] {
    batch.decide(BatchPiece(bytes: lines, firstLine: 1)).withBytes { Array($0) }
  }

  /// Reads a proposal, one JSON object in UTF-8. One that does not match its intent is prepared too, and will be rejected.
  ///
  /// - Throws: findings where the text is not a JSON object.
  /// - Complexity: O(size of the proposal).
  public func prepare(_ json: [UInt8]) throws(Findings) -> PreparedProposal { PreparedProposal(quick.ready(try read(json))) }

  /// Decides a proposal that this gate prepared.
  ///
  /// - Throws: ``ForeignProposal`` where another gate prepared it; findings where the decision exceeds its work limit.
  /// - Complexity: O(clauses that apply to its intent), each look-up O(1). Nothing is allocated where clauses alone decide. The
  ///   complete procedure runs where consents, approvals, earlier runs or truths on facts play a part.
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

  /// Returns the sources with a proposal appended, for findings.
  private func shown(_ json: [UInt8]) -> SourceMap {
    var sources = sources
    sources.add(path: "proposal", bytes: json)
    return sources
  }
}

/// The error that a gate got a proposal that another gate prepared. Preparation evaluates facts of the gate's context, so its
/// result is valid for that gate only.
public struct ForeignProposal: Error, Hashable, CustomStringConvertible {
  /// The problem and how to fix it.
  public var description: String {
    "this proposal was prepared by another gate, for another context; prepare it with the gate that is to decide it"
  }
}

/// A proposal that was read and is ready to be decided; see ``Gate/prepare(_:)``.
public struct PreparedProposal: Sendable {
  let ready: ReadyProposal

  init(_ ready: ReadyProposal) { self.ready = ready }

  /// The clauses that apply to the proposal; a ``QuickDecision`` refers to them by index. Empty where the proposal does not
  /// match its intent.
  public var clauses: [DecidingClause] {
    ready.clauses.map { DecidingClause($0) }
  }
}

/// A clause that may decide about a proposal.
public struct DecidingClause: Hashable, Sendable {
  /// The id that the clause reports: its own id, or else the id of its truth or invariant.
  public let id: String
  /// The id of the truth or invariant that declares the clause.
  public let declaredBy: String
  /// Position of the clause in its declaration: `requires[0]`, `rule`, `if`.
  public let name: String
  /// The clause as the formatter writes it.
  public let text: String

  init(_ clause: DecisiveClause) {
    (id, declaredBy, name, text) = (clause.id, clause.declaredBy, clause.name, clause.text)
  }
}

/// The result of a proposal, without text.
public struct QuickDecision: Hashable, Sendable {
  /// The outcome: accepted, rejected, halted or waiting.
  public let outcome: Outcome
  /// Index in ``PreparedProposal/clauses`` of the first structural clause that forbids the proposal, in the order of `truths
  /// run`. `nil` where no such clause exists.
  public let structural: Int?
  /// Index of the first clause with an unknown result; `nil` where no such clause exists, or where a requirement is unmet.
  public let unknown: Int?
  /// Index of the first unmet requirement; `nil` where all are met.
  public let unmet: Int?
  /// Index of the first clause that needs an approval; `nil` where no clause does.
  public let approval: Int?

  /// The outcome of a proposal.
  public enum Outcome: Hashable, Sendable {
    /// All clauses hold.
    case accepted
    /// A requirement is unmet, or the proposal cannot be decided.
    case rejected
    /// A structural clause forbids the proposal, or a clause has an unknown result.
    case halted
    /// The proposal waits for a consent or an approval.
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

  /// Index of the clause that decided; `nil` where all hold, or where a built-in check decided.
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
    structural = Self.index(decided.verdict.structural)
    unknown = Self.index(decided.verdict.unknown)
    unmet = Self.index(decided.verdict.requirement)
    approval = Self.index(decided.verdict.acceptance)
  }

  @inline(__always)
  private static func index(_ clause: Int32) -> Int? { clause < 0 ? nil : Int(clause) }
}
