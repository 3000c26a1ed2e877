package import TruthsJSON
package import TruthsProgram
package import TruthsText

/// The symbols and forms that the payloads of a run's facts are written with.
final class FactSource: Sendable {
  let symbols: Symbols
  private let code: CompiledProgram

  var program: Program { _read { yield code.program } }
  var forms: FactForms { code.facts }

  init(_ store: FactStore, _ engine: Engine) {
    symbols = store.symbols
    code = engine.code
  }
}

/// A fact that a run appends.
package struct ProducedFact: Sendable {
  package let payload: FactPayload
  /// The id of the truth that makes it.
  package let truthID: String
  /// The earlier version that the fact corrects, if any.
  package let corrected: Corrected

  /// The target of a correction.
  package enum Corrected: Sendable {
    case nothing
    /// A version in the ledger, by its `entry_id`.
    case entry(String)
    /// A version made by the run itself, by its position among the facts of the run.
    case produced(Int)
  }

  fileprivate init(_ fact: MadeFact, of store: FactStore, _ source: FactSource) {
    let (type, place) = (Int(fact.type), Int(fact.place))
    let (layer, row) = store.tables[type].row(at: place) ?? (store.tables[type].layers.last, 0)
    payload = FactPayload(source: source, layer: layer, row: Int32(truncatingIfNeeded: row))
    truthID = store.symbols.text(Int(-1 - layer.origins[row])).string
    corrected = fact.isCorrection ? Self.corrected(type, place, store) : .nothing
  }

  private static func corrected(_ type: Int, _ place: Int, _ store: FactStore) -> Corrected {
    let earlier = store.tables[type].earlier(than: place)
    if store.tables[type].origin(at: earlier) >= 0 { return .entry(store.entryID(type, at: earlier)) }
    return .produced(store.sequence(type, at: earlier) - (store.run?.firstSequence ?? 0))
  }
}

/// The payload of a fact made by a run: a row, written as JSON only when needed.
package final class FactPayload: Sendable {
  fileprivate let source: FactSource
  fileprivate let layer: FactLayer
  fileprivate let row: Int32

  fileprivate init(source: FactSource, layer: FactLayer, row: Int32) {
    (self.source, self.layer, self.row) = (source, layer, row)
  }

  /// Index in ``Program/facts``.
  package var type: Int { layer.shape.type }

  private func cell(_ field: Int) -> Cell { layer.cells[Int(row) * layer.shape.width + field] }

  /// The values, one for each field in declared order.
  package var fields: [Value] { (0..<layer.shape.width).map { source.symbols.value(of: cell($0)) } }

  /// The payload as JSON, with members in declared order.
  package var object: JSONObject { source.program.payload(type: type, fields: fields) }

  /// Appends the payload as canonical JSON (JCS).
  package func writeCanonical(to buffer: inout ByteBuffer) { write(to: &buffer, isCanonical: true) }

  /// Appends the payload as JSON without white space, with members in declared order.
  package func writeCompact(to buffer: inout ByteBuffer) { write(to: &buffer, isCanonical: false) }

  private func write(to buffer: inout ByteBuffer, isCanonical: Bool) {
    source.forms.write(source.forms.fact(type), to: &buffer, source.symbols, isCanonical: isCanonical) { cell($0) }
  }
}

extension Engine {
  /// Returns the facts of a production, in order.
  ///
  /// - Complexity: O(facts); payloads are written later.
  package func facts(of production: Production) -> [ProducedFact] {
    if production.facts.isEmpty { return [] }
    let source = FactSource(production.store, self)
    return production.facts.map { ProducedFact($0, of: production.store, source) }
  }

  /// Returns facts that a run appends without any produced facts.
  package func facts(_ asserted: [AssertedFact], on store: FactStore, envelope: RunEnvelope) -> [ProducedFact] {
    var production = Production(store: store)
    production.store.run = envelope
    for fact in asserted { production.append(fact) }
    return facts(of: production)
  }
}
