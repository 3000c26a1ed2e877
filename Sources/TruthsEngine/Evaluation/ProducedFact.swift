package import TruthsJSON
package import TruthsProgram
package import TruthsText

/// What the facts of a run are told with.
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
  /// The truth that makes it.
  package let truthID: String
  /// Of a correction, the version before.
  package let corrected: Corrected

  /// What a correction corrects.
  package enum Corrected: Sendable {
    case nothing
    /// A version that is there, by its `entry_id`.
    case entry(String)
    /// One that the run itself has made, by its place among the facts of the run.
    case produced(Int)
  }

  fileprivate init(_ made: MadeFact, of store: FactStore, _ source: FactSource) {
    let (type, place) = (Int(made.type), Int(made.place))
    let (layer, row) = store.tables[type].row(at: place) ?? (store.tables[type].layers.last, 0)
    payload = FactPayload(source: source, layer: layer, row: Int32(truncatingIfNeeded: row))
    truthID = store.symbols.text(Int(-1 - layer.origins[row])).string
    corrected = made.isCorrection ? Self.corrected(type, place, store) : .nothing
  }

  private static func corrected(_ type: Int, _ place: Int, _ store: FactStore) -> Corrected {
    let earlier = store.tables[type].earlier(than: place)
    if store.tables[type].origin(at: earlier) >= 0 { return .entry(store.entryID(type, at: earlier)) }
    return .produced(store.sequence(type, at: earlier) - (store.run?.firstSequence ?? 0))
  }
}

/// The payload of a fact that a run has made: a row, written when somebody asks.
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

  /// One per field of the type, in declared order.
  package var fields: [Value] { (0..<layer.shape.width).map { source.symbols.value(of: cell($0)) } }

  /// The payload, members in declared order.
  package var object: JSONObject { source.program.payload(type: type, fields: fields) }

  /// Appends JCS of the payload.
  package func writeCanonical(to buffer: inout ByteBuffer) { write(to: &buffer, isCanonical: true) }

  /// Appends the payload without white space, members in declared order.
  package func writeCompact(to buffer: inout ByteBuffer) { write(to: &buffer, isCanonical: false) }

  private func write(to buffer: inout ByteBuffer, isCanonical: Bool) {
    source.forms.write(source.forms.fact(type), to: &buffer, source.symbols, isCanonical: isCanonical) { cell($0) }
  }
}

extension Engine {
  /// The facts of a production, in order.
  ///
  /// - Complexity: O(facts); nothing of them is worked out.
  package func facts(of production: Production) -> [ProducedFact] {
    if production.made.isEmpty { return [] }
    let source = FactSource(production.store, self)
    return production.made.map { ProducedFact($0, of: production.store, source) }
  }

  /// Facts that a run appends, and no others.
  package func facts(_ asserted: [AssertedFact], on store: FactStore, envelope: RunEnvelope) -> [ProducedFact] {
    var production = Production(store: store)
    production.store.run = envelope
    for fact in asserted { production.append(fact) }
    return facts(of: production)
  }
}
