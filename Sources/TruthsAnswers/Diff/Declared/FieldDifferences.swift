import TruthsProgram
import TruthsText

/// Compares the fields of two versions of a record, fact type or intent, paired by their JSON names.
struct FieldDifferences {
  /// Shifts of acceptance that the differences cause.
  private(set) var shifts: Set<DecisionShift> = []
  private(set) var notes: [String] = []
  /// Whether a field was removed.
  private(set) var removesFields = false
  /// Whether a field became sensitive or stopped being so. That decides nothing, but changes what readers see.
  private(set) var changesSensitivity = false

  /// - Parameter areOptional: whether each field may be left out, as in an intent.
  init(
    _ old: [Field], _ oldTypes: TypeForms, _ new: [Field], _ newTypes: TypeForms, areOptional: Bool
  ) {
    let before = Dictionary(first: old.map { (Text($0.jsonName), $0) })
    let after = Set(new.map { Text($0.jsonName) })
    for field in old where !after.contains(Text(field.jsonName)) {
      add(.stricter, "field `\(field.jsonName)` removed")
      removesFields = true
    }
    for field in new {
      guard let known = before[Text(field.jsonName)] else {
        let mayLack = areOptional || field.isOptional || field.initial != nil
        add(mayLack ? .looser : .stricter, "\(mayLack ? "" : "required ")field `\(field.jsonName)` added")
        continue
      }
      if oldTypes.form(of: known.type) != newTypes.form(of: field.type) || known.currency != field.currency {
        let types = (
          oldTypes.program.name(of: known, from: ""), newTypes.program.name(of: field, from: "")
        )
        let words = types.0 == types.1 ? "another \(types.0)" : "\(types.1), not \(types.0)"
        add(.both, "field `\(field.jsonName)` is \(words)")
      } else if known.isOptional != field.isOptional {
        add(field.isOptional ? .looser : .stricter, "field `\(field.jsonName)` \(field.isOptional ? "may lack" : "is required")")
      } else if known.initial.map(oldTypes.constant) != field.initial.map(newTypes.constant) {
        add(.effects, "field `\(field.jsonName)` has another default")
      }
      if known.isSensitive != field.isSensitive {
        add(.effects, "field `\(field.jsonName)` is \(field.isSensitive ? "sensitive" : "no longer sensitive")")
        changesSensitivity = true
      }
    }
  }

  private mutating func add(_ shift: DecisionShift, _ note: String) {
    shifts.insert(shift)
    notes.append(note)
  }
}
