import TruthsProgram
import TruthsText

/// Compares the fields of two versions of a record, fact type or intent. Fields with the same JSON name form a pair.
struct FieldDifferences {
  /// The shifts that the differences cause: whether less or more is accepted.
  private(set) var shifts: Set<DecisionShift> = []
  private(set) var notes: [String] = []
  /// Whether a field was removed.
  private(set) var removesFields = false
  /// Whether a field became sensitive, or is no longer sensitive. That affects no decision, but changes what readers see.
  private(set) var changesSensitivity = false

  /// - Parameter required: the indices of the fields that the old and the new intent require. It is `nil` for records and
  ///   facts, whose fields are required unless they are declared optional.
  init(
    _ old: [Field], _ oldTypes: TypeForms, _ new: [Field], _ newTypes: TypeForms, required: (old: [Int], new: [Int])? = nil
  ) {
    let before = Dictionary(first: old.enumerated().map { (Text($1.jsonName), (index: $0, field: $1)) })
    let after = Set(new.map { Text($0.jsonName) })
    for field in old where !after.contains(Text(field.jsonName)) {
      add(.stricter, "field `\(field.jsonName)` removed")
      removesFields = true
    }
    for (index, field) in new.enumerated() {
      let isRequired = required.map { $0.new.contains(index) } ?? !field.isOptional
      guard let (oldIndex, oldField) = before[Text(field.jsonName)] else {
        let mayLack = !isRequired || field.initial != nil
        add(mayLack ? .looser : .stricter, "\(mayLack ? "" : "required ")field `\(field.jsonName)` added")
        continue
      }
      if oldTypes.form(of: oldField.type) != newTypes.form(of: field.type) || oldField.currency != field.currency {
        let types = (
          oldTypes.program.name(of: oldField, from: ""), newTypes.program.name(of: field, from: "")
        )
        let words = types.0 == types.1 ? "another \(types.0)" : "\(types.1), not \(types.0)"
        add(.both, "field `\(field.jsonName)` is \(words)")
      } else {
        if (required.map { $0.old.contains(oldIndex) } ?? !oldField.isOptional) != isRequired {
          add(isRequired ? .stricter : .looser, "field `\(field.jsonName)` \(isRequired ? "is required" : "may be left out")")
        }
        if oldField.initial.map(oldTypes.constant) != field.initial.map(newTypes.constant) {
          let words = oldField.initial == nil ? "a default" : field.initial == nil ? "no default any more" : "another default"
          add(.effects, "field `\(field.jsonName)` has \(words)")
        }
      }
      if oldField.range != field.range {
        let shift = Self.shift(from: oldField.range, to: field.range)
        add(
          shift, "field `\(field.jsonName)` is \(field.range?.text ?? "any number"), not \(oldField.range?.text ?? "any number")")
      }
      if oldField.isSensitive != field.isSensitive {
        add(.effects, "field `\(field.jsonName)` is \(field.isSensitive ? "sensitive" : "no longer sensitive")")
        changesSensitivity = true
      }
    }
  }

  /// Returns whether the new range allows fewer numbers than the old one, more, or different ones.
  private static func shift(from old: NumberRange?, to new: NumberRange?) -> DecisionShift {
    guard let old else { return .stricter }
    guard let new else { return .looser }
    let all = old.union(new)
    return all == old ? .stricter : all == new ? .looser : .both
  }

  private mutating func add(_ shift: DecisionShift, _ note: String) {
    shifts.insert(shift)
    notes.append(note)
  }
}
