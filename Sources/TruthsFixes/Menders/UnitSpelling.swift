import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Reports a misspelt unit once where it is written, instead of wherever it does not match. A unit counts as misspelt if only
/// one type uses it and it is similar to another unit.
struct UnitSpelling {
  private let units: [String: [Name]]

  init(_ loaded: LoadedSet) {
    units = Dictionary(grouping: loaded.units.flatMap(\.declarations).flatMap(\.types).compactMap(\.unit), by: \.text)
  }

  func applied(to found: [Diagnostic]) -> [Diagnostic] {
    guard found.contains(where: isAboutUnits) else { return found }
    var result = found
    for (unit, places) in units.sorted(by: { $0.key < $1.key }) where places.count == 1 {
      guard let nearest = nearestName(to: unit, among: units.keys.sorted().filter { units[$0, default: []].count > 1 }) else {
        continue
      }
      func follows(_ finding: Diagnostic) -> Bool { isAboutUnits(finding) && finding.message.contains("in \(unit)`") }
      guard result.contains(where: follows) else { continue }
      result.removeAll(where: follows)
      result.append(UnitMismatch.misspelt(places[0], nearest: nearest))
    }
    return result.inOrder()
  }

  private func isAboutUnits(_ finding: Diagnostic) -> Bool {
    finding.code == UnitMismatch.code || finding.code == WrongType.code
  }
}

extension Declaration {
  /// The types that the declaration contains.
  var types: [TypeSyntax] {
    switch body {
    case .fact(let fact): fact.fields.map(\.type)
    case .record(let record): record.fields.map(\.type)
    case .intent(let intent): intent.fields.map(\.type)
    case .policy(let policy): [policy.type]
    case .table(let table):
      switch table.outputs {
      case .one(let type): table.inputs.map(\.type) + [type]
      case .several(let fields): table.inputs.map(\.type) + fields.map(\.type)
      }
    default: []
    }
  }
}

extension TypeSyntax {
  /// The unit of a number type, also of elements of lists and maps.
  var unit: Name? {
    switch kind {
    case .named(_, let unit): unit
    case .list(let element), .map(let element): element.unit
    case .error: nil
    }
  }
}
