import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
package import TruthsJSON
import TruthsLedger
package import TruthsText

extension RunProcedure {
  /// The run of the facts that documents hold: none.
  static let documentRun = "run_document"

  /// Takes in documents and sets policies: the facts that sources make of the documents are appended before anything else
  /// (language.md §10), then a `policy.set` for each policy. Sources see the policies as they are set.
  ///
  /// A fact that the context has already is nothing new; one that it has with another content is a new version of it.
  ///
  /// - Parameter origin: when and by whom, where that is recorded; without it, the beginning of 1970 and the document itself.
  /// - Throws: every fault found, in order.
  /// - Complexity: O(size of the documents).
  package func take(
    _ documents: [Document], policies: [(name: String, span: Span, value: LocatedJSON)], from origin: FactOrigin? = nil,
    on context: Context
  ) throws(BadData) -> Context {
    let configured = try set(policies: policies, from: origin, on: context)
    if documents.isEmpty { return configured }
    var reader = DocumentReader(engine: engine, store: configured.store)
    reader.read(documents)
    var faults = reader.faults
    var result = context
    for fact in reader.facts { append(fact, from: origin, to: &result, &faults) }
    guard faults.isEmpty else { throw BadData(faults.inOrder()) }
    return try set(policies: policies, from: origin, on: result)
  }

  /// The proposals that sources make of documents, in the order in which they would be made: none of them is decided.
  ///
  /// - Throws: every fault found, in order.
  package func proposals(
    of documents: [Document], policies: [(name: String, span: Span, value: LocatedJSON)]
  ) throws(BadData) -> [JSONObject] {
    let configured = try set(policies: policies, on: emptyContext)
    var reader = DocumentReader(engine: engine, store: configured.store)
    reader.read(documents)
    guard reader.faults.isEmpty else { throw BadData(reader.faults.inOrder()) }
    return reader.proposals
  }

  private func append(_ fact: DocumentFact, from origin: FactOrigin?, to context: inout Context, _ faults: inout [Diagnostic]) {
    let type = program.facts[fact.fact.type]
    let identity = context.store.identity(of: fact.fact.fields, type: fact.fact.type)
    let known = context.store.current(fact.fact.type, identity: identity)
    if let known {
      if known.fields.elementsEqual(fact.fact.fields, by: { $0.isMissing && $1.isMissing || $0 == $1 }) { return }
      if type.isImmutable {
        faults.append(T8507DocumentConflict.immutable(type.name, at: (fact.part.name, fact.part.json.span)))
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
