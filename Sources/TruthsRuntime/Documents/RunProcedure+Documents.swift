import TruthsDiagnostics
import TruthsEngine
package import TruthsJSON
import TruthsLedger
import TruthsProgram
package import TruthsText

extension RunProcedure {
  /// The run id in the entries of facts from documents, which belong to no run.
  package static let documentRun = "run_document"

  /// Returns a context with the facts of documents and with policies set.
  ///
  /// First, the facts that sources make from the documents are appended (declarations §14), then a `policy.set` for each
  /// policy. The sources nevertheless read the new values of the policies. A fact equal to an existing one is ignored. A fact
  /// whose content differs from the existing fact becomes a new version.
  ///
  /// - Parameters:
  ///   - origin: the time and the actor to record. If it is `nil`, the time is the beginning of 1970, and the actor is named
  ///     after the document.
  ///   - maxWork: the work limit for the expressions of the sources.
  ///   - now: the time at which documents arrive from outside. Documents that would prevent closing the context are then
  ///     refused. If it is `nil`, the documents are history: they are accepted, and the context then decides nothing.
  /// - Throws: all faults, in the order in which they are found.
  /// - Complexity: O(size of the documents), plus the cost of closing the context.
  package func take(
    _ documents: [Document], policies: [PolicyAssignment], from origin: FactOrigin? = nil,
    arrivingAt now: Timestamp? = nil, maxWork: Int = WorkMeter.standard, on context: Context
  ) throws(BadData) -> Context {
    let configured = try set(policies: policies, from: origin, on: context)
    if documents.isEmpty { return configured }
    let reader = try read(documents, on: configured, maxWork: maxWork)
    var faults = reader.faults
    var result = context
    for fact in reader.facts { append(fact, from: origin, to: &result, &faults) }
    guard faults.isEmpty else { throw BadData(faults) }
    let whole = try set(policies: policies, from: origin, on: result)
    if let now, let fault = closingFault(of: whole, after: configured, now: now), let document = documents.first {
      throw BadData([DocumentNotClosable.finding(fault.reason, truth: fault.truthID, at: document.nameSpan)])
    }
    return whole
  }

  /// Returns the proposals that sources make from documents, in order. The proposals are not decided.
  ///
  /// - Throws: all faults, in the order in which they are found.
  package func proposals(
    of documents: [Document], policies: [PolicyAssignment]
  ) throws(BadData) -> [JSONObject] {
    let reader = try read(documents, on: set(policies: policies, on: emptyContext), maxWork: WorkMeter.standard)
    guard reader.faults.isEmpty else { throw BadData(reader.faults) }
    return reader.proposals
  }

  /// Reads documents through the sources.
  ///
  /// - Throws: a fault if the expressions of the sources exceed the work limit.
  private func read(_ documents: [Document], on context: Context, maxWork: Int) throws(BadData) -> DocumentReader {
    let work = WorkMeter(limit: maxWork)
    var reader = DocumentReader(engine: engine, store: context.working(work).store)
    reader.read(documents)
    if let exceeded = work.exceeded, let document = documents.first {
      throw BadData([
        WorkOverLimit.finding(exceeded.description, limit: exceeded.limit, at: exceeded.place.span ?? document.nameSpan)
      ])
    }
    return reader
  }

  private func append(_ fact: DocumentFact, from origin: FactOrigin?, to context: inout Context, _ faults: inout [Diagnostic]) {
    let type = program.facts[fact.fact.type]
    let identity = context.store.identity(of: fact.fact.fields, type: fact.fact.type)
    let current = context.store.current(fact.fact.type, identity: identity)
    if let current {
      if current.fields.elementsEqual(fact.fact.fields, by: { $0.isMissing && $1.isMissing || $0 == $1 }) { return }
      if type.isImmutable {
        faults.append(DocumentConflict.immutable(type.name, at: (fact.part.name, fact.part.json.span)))
        return
      }
    }
    let actor: JSONObject = ["type": .text("system"), "user_id": .text(fact.document)]
    let entry = Entry.make(
      type: .fact, timestamp: origin?.timestamp ?? .epoch, correlationID: "cor_document", runID: Self.documentRun,
      actor: origin?.actor ?? actor, truthID: nil,
      payload: program.payload(type: fact.fact.type, fields: fact.fact.fields), sequence: context.nextSequence,
      corrects: current?.entry.id)
    context.append(entry, fact: fact.fact, program: program)
  }
}

extension RunProcedure {
  /// Returns the current facts of a type as JSON objects without the member `type`. Facts of a derived type are computed.
  ///
  /// - Parameter type: an index in ``Program/facts``.
  /// - Returns: the facts, and the reasons why views of the type could not be computed.
  package func contents(of type: Int, in context: Context, now: Timestamp) -> (facts: [JSONObject], faults: [String]) {
    let (facts, faults) = engine.contents(of: type, in: context.store, now: now)
    return (facts, faults.map(\.reason))
  }
}
