import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsReports
import TruthsRuntime
import TruthsText

/// The questions that an actor may ask of a session at one time (server §11.1). They decide and record nothing. Answers leave
/// out what the actor may not read, and mask sensitive fields (sessions §10).
///
/// It is a value: any thread may use it while the session continues. Answers are canonical JSON.
public struct RunQuestions: Sendable {
  let view: ReaderView
  let workspace: Workspace

  init(_ view: ReaderView, _ workspace: Workspace) {
    self.view = view
    self.workspace = workspace
  }

  var procedure: RunProcedure { view.procedure }

  /// The members by which an answer can be checked.
  var proof: JSONObject { ["truths": .text(procedure.truthsHash), "head": .object(view.context.point.headJSON)] }

  /// Returns the result that a proposal would have: the object of `truths run --format json`, with `head`.
  ///
  /// - Throws: ``RunMessageFault`` about the facts, ``RunWorkFault`` where the run exceeds its work limit.
  /// - Complexity: that of one decision.
  public func dryRun(_ question: RunQuestion) throws -> [UInt8] {
    let (proposal, actor) = withActor(question.proposal ?? [:])
    let outcome = try outcome(of: proposal, by: actor, on: try context(with: question.facts))
    let told = maskedRun(outcome, of: actor)
    return JSONValue.object(told.merging(proof)).canonical()
  }

  /// Returns a proposal with its actor: the one that it names, where the asking actor may ask for others.
  func withActor(_ proposal: JSONObject) -> (proposal: LocatedJSON, actor: JSONObject) {
    let located = LocatedJSON(unlocated: .object(proposal))
    return (located, view.asker(of: located))
  }

  func outcome(of proposal: LocatedJSON, by actor: JSONObject, on context: Context) throws(RunWorkFault) -> RunOutcome {
    do throws(WorkExceeded) {
      return try procedure.run(
        RunRequest(proposal: proposal, now: view.now, actor: actor, budget: view.budget, isExplained: true), on: context)
    } catch {
      throw RunWorkFault(error)
    }
  }

  /// Returns the ledger's context with added facts.
  func context(with facts: [JSONObject]) throws(RunMessageFault) -> Context {
    guard !facts.isEmpty else { return view.context }
    let lines = facts.map { JSONValue.object($0).compact() + [UInt8(ascii: "\n")] }.joined()
    var data = RunData(sources: workspace.loaded.sources, procedure: procedure)
    do throws(Findings) {
      let text = SourceText(path: "facts", bytes: Array(lines))
      let context = try data.contextWithWarnings(text, behind: view.context).context
      return procedure.ready(context.reading(within: view.budget), now: view.now, budget: view.budget)
    } catch {
      throw RunMessageFault("the facts have errors: \(error.firstMessage)", error)
    }
  }
}

/// Masks sensitive values in answers.
extension RunQuestions {
  /// Returns the object of a run, as the asking actor may see it.
  ///
  /// Counts are those of what the actor may read, and sensitive values are masked, except in the proposal, which is as sent.
  ///
  /// - Parameter actor: the actor who would propose.
  func maskedRun(_ outcome: RunOutcome, of actor: JSONObject) -> JSONObject {
    var outcome = outcome
    outcome.run = view.hiddenCounts.taken(from: outcome.run)
    return masked(outcome.json(source: workspace.source), of: actor)
  }

  private func masked(_ run: JSONObject, of actor: JSONObject) -> JSONObject {
    if view.masking.isEmpty { return run }
    var paths: [String] = []
    var shown = view.seesSensitive(of: actor) ? run : masked(run, as: .decision, at: "", &paths)
    for (name, type) in [("facts", Entry.EntryType.fact), ("traces", .trace)] {
      guard let list = shown[name]?.arrayValue else { continue }
      shown[name] = .array(
        list.enumerated().map { place, element in
          guard let payload = element.objectValue, !sees(payload, as: type, of: actor) else { return element }
          return .object(masked(payload, as: type, at: "\(name)[\(place)]", &paths))
        })
    }
    shown["entries"] = shown["entries"]?.arrayValue.map { entries in
      .array(
        entries.map { entry in
          guard let object = entry.objectValue, let type = object.text("entry_type").flatMap(Entry.EntryType.init),
            type != .proposal, !sees(object.object("payload") ?? [:], as: type, of: object.object("actor") ?? actor)
          else { return entry }
          return .object(view.masking.masked(object))
        })
    }
    if !paths.isEmpty { shown["masked"] = .texts(paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }) }
    return shown
  }

  private func sees(_ payload: JSONObject, as type: Entry.EntryType, of owner: JSONObject) -> Bool {
    view.seesSensitive(of: owner, factType: type == .fact ? payload.text("type") : nil)
  }

  /// Returns the payload of an entry without sensitive values.
  ///
  /// - Parameters:
  ///   - path: path of the payload; empty for the root.
  ///   - paths: receives the paths of masked values.
  private func masked(_ payload: JSONObject, as type: Entry.EntryType, at path: String, _ paths: inout [String]) -> JSONObject {
    let masked = view.masking.masked(["payload": .object(payload)], as: type)
    paths += masked.texts("masked").map { place in
      let inner = place.dropFirst("payload".count)
      return path.isEmpty ? String(inner.dropFirst()) : path + inner
    }
    return masked.object("payload") ?? payload
  }

  /// Returns the reason of a run by an actor, masked where necessary.
  func masked(reason: String, truthID: String?, of actor: JSONObject) -> String {
    view.seesSensitive(of: actor) ? reason : view.masking.masked(reason: reason, truthID: truthID)
  }
}

extension Findings {
  /// The first message, to continue a sentence.
  fileprivate var firstMessage: String { diagnostics.first?.message ?? "" }
}
