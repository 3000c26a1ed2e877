import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
package import TruthsLedger
package import TruthsText

/// Makes a context of entries, one after the other as they are read, every fact held against the vocabulary (runtime.md §1).
package struct ContextLoader {
  private let procedure: RunProcedure
  private let reader: FactReader
  private var context: Context
  /// In order.
  private var faults: [Diagnostic] = []

  package init(_ procedure: RunProcedure) {
    self.procedure = procedure
    reader = FactReader(program: procedure.program)
    context = procedure.emptyContext
  }

  /// Takes the next entry.
  ///
  /// - Parameter line: where it stands, if the ledger may read it again from there instead of keeping it.
  package mutating func append(_ item: ReadEntry, line: (data: DataBytes, range: Range<Int>)? = nil) {
    if item.isShortForm { context.markUnsealed() }
    guard item.entry.type == .fact else {
      if item.entry.truthID == BuiltInTruth.sealing.rawValue { context.markSealed() }
      if item.entry.type == .decision, context.runs.record(item.entry.runID) != nil { check(decision: item.payload) }
      return append(item.entry, fact: nil, line)
    }
    let (entry, payload, isAsRead) = withStep(item)
    switch reader.read(payload) {
    case .failure(let failure): faults += failure.faults.map { T8101ContextFact.at($0.span, $0.message, nearest: $0.nearest) }
    case .success(let fact):
      if let fault = procedure.policyFault(fact, payload) { faults.append(fault) }
      append(entry, fact: fact, isAsRead ? line : nil)
    }
  }

  /// The context.
  ///
  /// - Throws: every fault found.
  package func whole() throws(BadData) -> Context {
    guard faults.isEmpty else { throw BadData(faults.inOrder()) }
    return context
  }

  private mutating func append(_ entry: Entry, fact: TypedFact?, _ line: (data: DataBytes, range: Range<Int>)?) {
    let sealed = SealedEntry(entry: entry, leafHash: entry.leafHash)
    context.append(sealed, line: line, fact: fact, program: procedure.program)
  }

  /// What a run of the context came to may be given again as an answer, or go on: it says so in words that are known.
  private mutating func check(decision payload: LocatedJSON) {
    let decisions = Decision.allCases.map(\.rawValue)
    let statuses = RunState.Status.allCases.map(\.rawValue)
    for (name, known) in [("decision", decisions), ("status", statuses), ("truth_id", []), ("reason", [])] {
      let path = "payload.\(name)"
      guard let member = payload.member(name) else {
        faults.append(EnvelopeValue.wrongForm(path, wanted: "a text", found: "nothing", at: payload.span))
        continue
      }
      guard let text = member.value.stringValue else {
        faults.append(EnvelopeValue.wrongForm(path, wanted: "a text", found: member.value.noun, at: member.value.span))
        continue
      }
      if !known.isEmpty, !known.contains(text) {
        faults.append(EnvelopeValue.notOneOf(path, text, known: known, at: member.value.span))
      }
    }
  }

  /// A short-form fact of a history without `step` takes the next (runtime.md §1).
  private func withStep(_ item: ReadEntry) -> (Entry, LocatedJSON, isAsRead: Bool) {
    guard item.isShortForm, item.payload.member("step") == nil, var members = item.payload.members,
      let next = procedure.nextStep(of: item.payload, in: context)
    else { return (item.entry, item.payload, true) }
    let step = LocatedJSON(.number(Decimal(next)), at: item.payload.span)
    members.append(LocatedJSON.Member(name: "step", nameSpan: item.payload.span, value: step))
    let payload = LocatedJSON(.object(members), at: item.payload.span)
    return (Entry.shortForm(payload: payload.value.objectValue ?? [:], sequence: item.entry.sequence), payload, false)
  }
}
