import TruthsText

extension Program {
  /// The vocabulary without the places at which it stands.
  var placeless: Program {
    var result = Program()
    result.enums = enums.map { type in with(type) { $0.span = .nowhere } }
    result.records = records.map { type in
      with(type) {
        $0.span = .nowhere
        $0.fields = $0.fields.placeless
      }
    }
    result.facts = facts.map { type in
      with(type) {
        $0.span = .nowhere
        $0.fields = $0.fields.placeless
      }
    }
    result.intents = intents.map { type in
      with(type) {
        $0.span = .nowhere
        $0.fields = $0.fields.placeless
      }
    }
    result.policies = policies.map { type in with(type) { $0.span = .nowhere } }
    result.lifecycles = lifecycles.map { type in
      with(type) {
        $0.span = .nowhere
        $0.key = $0.key.placeless
      }
    }
    result.tables = tables
    return result
  }

  private func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
    var value = value
    change(&value)
    return value
  }
}

extension [Field] {
  fileprivate var placeless: [Field] {
    map { field in
      var field = field
      field.span = .nowhere
      return field
    }
  }
}

extension Span {
  fileprivate static let nowhere = Span(file: FileID(-1), start: 0, end: 0)
}

/// What two declarations must share to have one place in a table.
extension EnumType { var names: [String] { [pack, name] } }

extension RecordType { var names: [String] { [pack, name] } }

extension FactType { var names: [String] { [pack, name] } }

extension IntentType { var names: [String] { [pack, name] } }

extension PolicyType { var names: [String] { [pack, name] } }

extension LifecycleType { var names: [String] { [pack, name] } }

extension CheckedTable { var names: [String] { [pack, name] } }
