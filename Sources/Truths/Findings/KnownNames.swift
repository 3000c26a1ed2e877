import TruthsCheck
import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// The names of a set that something without a meaning may have meant.
struct KnownNames {
  private let units: [SourceUnit]
  private let common: Rewordings.Names

  init(_ loaded: LoadedSet) {
    units = loaded.units
    var names = Rewordings.Names()
    for declaration in loaded.units.lazy.flatMap(\.declarations) {
      switch declaration.body {
      case .fact(let fact):
        names.facts.append((declaration.name.text, fact.key.map(\.text)))
        names.units.formUnion(fact.fields.compactMap(\.type.unit))
      case .record(let record): names.units.formUnion(record.fields.compactMap(\.type.unit))
      case .intent(let intent): names.units.formUnion(intent.fields.compactMap(\.type.unit))
      case .policy(let policy): names.units.formUnion([policy.type.unit].compactMap { $0 })
      default: break
      }
    }
    common = names
  }

  /// The names at a place.
  func names(at span: Span) -> Rewordings.Names {
    var result = common
    let unit = units.first { $0.file == span.file }
    let declaration = unit?.declarations.last { $0.span.start <= span.start && span.start <= $0.span.end }
    guard case .truth(let truth) = declaration?.body else { return result }
    result.owners = truth.lets.map(\.name.text)
    for case .fact(let match) in truth.when { result.owners += [match.variable?.text].compactMap { $0 } }
    return result
  }
}

extension TypeSyntax {
  /// The unit of a number.
  fileprivate var unit: String? {
    switch kind {
    case .named(_, let unit): unit?.text
    case .list(let element), .map(let element): element.unit
    case .error: nil
    }
  }
}
