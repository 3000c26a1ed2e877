import TruthsText

extension Program {
  /// How a type is called in messages and in canonical declarations, seen from a pack: `decimal in eur`, `list of line_item`.
  func name(of type: ValueType, from pack: String) -> String {
    switch type {
    case .text: "text"
    case .integer(let unit): unit.map { "integer in \($0)" } ?? "integer"
    case .decimal(let unit): unit.map { "decimal in \($0)" } ?? "decimal"
    case .boolean: "boolean"
    case .date: "date"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .json: "json"
    case .enumeration(let index): enums[index].pack == pack ? enums[index].name : "\(enums[index].pack).\(enums[index].name)"
    case .record(let index): records[index].pack == pack ? records[index].name : "\(records[index].pack).\(records[index].name)"
    case .list(let element): "list of \(name(of: element, from: pack))"
    case .fact(let index): "fact \(facts[index].name)"
    case .unknown: "unknown"
    }
  }
}
