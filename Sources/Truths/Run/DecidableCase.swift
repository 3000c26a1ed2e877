package import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsEval
import TruthsFindings
import TruthsJSON
import TruthsProgram
import TruthsReports
package import TruthsRuntime
package import TruthsSyntax
package import TruthsText

/// A proposal with its context and the rules that decide it, read and checked but not decided, for a debugger.
package struct DecidableCase: Sendable {
  /// The set against which expressions are checked; `nil` if only some packs of the set decide.
  package let set: LoadedSet?
  package let procedure: RunProcedure
  package let context: Context
  package let request: RunRequest
  /// The files that spans point into.
  package let sources: SourceMap
  /// The syntax of the set, whose spans are those of the program.
  package let units: [SourceUnit]
  fileprivate let source: @Sendable (Span) -> String

  /// Decides the proposal.
  ///
  /// - Throws: a finding where the run exceeds its work limit.
  package func decide() throws(Findings) -> RunOutcome {
    do {
      return try procedure.run(request, on: context)
    } catch {
      throw Findings(error, at: request.proposal.span.atStart, in: sources)
    }
  }

  /// Returns the explanation of an outcome of this case, as `truths run` prints it.
  package func explanation(of outcome: RunOutcome) -> String {
    RunReport(
      outcomes: [outcome], isBatch: false, isRecorded: true, source: source, givenSize: 0, context: outcome.context,
      procedure: procedure, warnings: Findings([], in: SourceMap())
    ).explanation()
  }
}

extension Workspace {
  /// Reads a proposal and its context.
  ///
  /// - Parameter context: entries or facts as JSON Lines; `nil` for an empty context.
  /// - Throws: the findings of a set with errors, about the proposal or about the context; also where there is not exactly one
  ///   proposal.
  package func decidableCase(proposal: SourceText, context: SourceText?) throws(Findings) -> DecidableCase {
    var input = RunInput(context: context)
    input.proposals = proposal
    let setup = try RunSetup(input, in: self)
    var data = RunData(sources: loaded.sources, procedure: setup.procedure)
    let (proposals, _) = try data.proposals(proposal)
    guard proposals.count == 1, let proposal = proposals.first else {
      let place = Span(file: data.sources.files.last?.id ?? FileID(0), start: 0, end: 0)
      throw Findings([ProposalShapeFault.at(place)], in: data.sources)
    }
    return DecidableCase(
      set: loaded, procedure: setup.procedure, context: setup.start,
      request: RunRequest(proposal: proposal, budget: setup.budget, isExplained: true), sources: data.sources,
      units: loaded.units,
      source: source)
  }

  /// Returns the case of a fixture that is a single decision; `nil` where no fixture has the id, or it is a scenario.
  ///
  /// - Parameter fixtures: fixture files, and the documents that they name.
  /// - Throws: the findings of a set with errors, or about a fixture of this id that did not load.
  package func decidableCase(ofFixture id: String, in fixtures: [SourceText]) throws(Findings) -> DecidableCase? {
    var sources = loaded.sources
    let subject = try subject()
    // The filter leaves the other fixtures unread, which are most of the work.
    let suite = FixtureSuite(Self.read(fixtures, into: &sources), against: subject, filter: FixtureFilter([id]))
    guard let fixture = suite.fixtures.first(where: { $0.id == id }) else {
      let faults = suite.faulty.filter { $0.id == id || $0.id == nil }.flatMap(\.diagnostics)
      if !faults.isEmpty { throw Findings(faults, in: sources) }
      return nil
    }
    guard case .decision(let proposal, _) = fixture.body else { return nil }
    let isWhole = fixture.procedure === subject.procedureOfAllPacks
    return DecidableCase(
      set: isWhole ? loaded : nil, procedure: fixture.procedure, context: fixture.context,
      request: RunRequest(proposal: proposal, now: fixture.now, isExplained: true), sources: sources,
      units: loaded.units, source: source)
  }

  /// Returns the ids of the fixtures that are single decisions, for suggestions; empty for a set with errors.
  package func decidableFixtures(_ fixtures: [SourceText]) -> [String] {
    let suite = (try? reading(fixtures))?.suite
    return (suite?.fixtures ?? []).filter { if case .decision = $0.body { true } else { false } }.map(\.id)
  }
}
