import TruthsCheck
import TruthsText

/// The facts of a type by the values of some of their fields: what truths on facts join by.
struct JoinIndex: Sendable {
  let fields: [Int]
  private var places = SharedTable<[Value], ChunkedList<Int>>()

  init(fields: [Int]) { self.fields = fields }

  /// Places of facts, ascending, among them those that were corrected since.
  func places(of values: [Value]) -> ChunkedList<Int>? { places[values] }

  mutating func append(_ fact: FactRecord, at place: Int) {
    let values = fields.map { fact.fields[$0] }
    if values.contains(where: \.isMissing) { return }
    var list = places[values] ?? ChunkedList()
    list.append(place)
    places.set(list, for: values)
  }
}
