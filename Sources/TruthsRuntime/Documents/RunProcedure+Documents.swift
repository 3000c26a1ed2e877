import TruthsDiagnostics
import TruthsEngine
package import TruthsJSON
import TruthsLedger
import TruthsProgram
package import TruthsText

extension RunProcedure {
  /// The run id in the entries of facts from documents, which belong to no run.
  package static let documentRun = "run_document"

  /// Takes in documents and sets policies.
  ///
  /// First the facts that sources make from the documents are appended (declarations §14), then a `policy.set` for each policy.
  /// Sources see the new policies. A fact that the context has already is ignored; one with another content becomes a new
  /// version.
  ///
  /// - Parameters:
  ///   - origin: the time and the actor to record; without it, the beginning of 1970 and the document itself.
  ///   - maxWork: the work limit for the expressions of the sources.
  ///   - now: the time at which documents arrive from outside. Documents that would prevent closing the context are then
  ///   refused. Without it they are history, and such a context decides nothing.
  /// - Throws: all faults, in order.
  /// - Complexity: O(size of the documents), and that of closing the context.
  package func take(
    _ documents: [Document], policies: [(name: String, span: Span, value: LocatedJSON)], from origin: FactOrigin? = nil,
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
      throw BadData([DocumentNotClosable.found(fault.reason, truth: fault.truthID, at: document.nameSpan)])
    }
    return whole
  }

  /// Returns the proposals that sources make from documents, in order. None of them is decided.
  ///
  /// - Throws: all faults, in order.
  package func proposals(
    of documents: [Document], policies: [(name: String, span: Span, value: LocatedJSON)]
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
        WorkOverLimit.found(exceeded.description, limit: exceeded.limit, at: exceeded.place.span ?? document.nameSpan)
      ])
    }
    return reader
  }

  private func append(_ fact: DocumentFact, from origin: FactOrigin?, to context: inout Context, _ faults: inout [Diagnostic]) {
    let type = program.facts[fact.fact.type]
    let identity = context.store.identity(of: fact.fact.fields, type: fact.fact.type)
    let known = context.store.current(fact.fact.type, identity: identity)
    if let known {
      if known.fields.elementsEqual(fact.fact.fields, by: { $0.isMissing && $1.isMissing || $0 == $1 }) { return }
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
      corrects: known?.entry.id)
    context.append(entry, fact: fact.fact, program: program)
  }
}

extension RunProcedure {
  /// Returns the current facts of a type as JSON without their type; facts of a derived type are computed.
  ///
  /// - Parameter type: an index in ``Program/facts``.
  /// - Returns: the facts, and the faults of the views that they come from.
  package func contents(of type: Int, in context: Context, now: Timestamp) -> (facts: [JSONObject], faults: [String]) {
    let (facts, faults) = engine.contents(of: type, in: context.store, now: now)
    return (facts, faults.map(\.reason))
  }
}
