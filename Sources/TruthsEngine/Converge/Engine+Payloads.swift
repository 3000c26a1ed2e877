import TruthsCheck
package import TruthsJSON
package import TruthsText

extension Engine {
  /// The current facts of a type as JSON, without their type, in byte order of JCS of their keys; those of a view are worked out.
  ///
  /// - Parameter type: index in ``Program/facts``.
  /// - Returns: beside them what is wrong with the views that they come from.
  package func contents(of type: Int, in store: FactStore, now: Timestamp) -> (facts: [JSONObject], faults: [String]) {
    let (store, faults) = views(of: store, wanted: program.facts[type].isDerived ? [type] : [], now)
    let facts = store.ordered(type, in: program).map { fact in
      JSONObject(Array(program.payload(type: type, fields: fact.fields).members.dropFirst()))
    }
    return (facts, faults.map(\.reason))
  }
}
