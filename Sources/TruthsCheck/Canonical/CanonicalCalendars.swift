import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Canonical forms of calendars and time zones, for hashes.
extension CheckSession {
  /// Returns a calendar in the form that is hashed. The order of its days and repeated days do not change it.
  func canonical(_ calendar: CalendarDeclaration) -> JSONValue {
    let weekend = Set(calendar.weekend.compactMap { Weekday(name: $0.text) }).sorted()
    return .members([
      ("weekend", .names(weekend.map(\.name))), ("holidays", .names(Set(calendar.holidays.map(\.text)).sorted())),
    ])
  }
}

extension SetCheck {
  func canonicalCalendars() -> [CanonicalDeclaration] {
    zip(declared.calendars, program.calendars).map { calendar, type in
      let policies = Set(type.policies.map { DeclarationKey(.policy, program.policies[$0].qualifiedName) })
      return CanonicalDeclaration(
        key: DeclarationKey(.calendar, calendar.qualifiedName), body: session.canonical(calendar.body),
        references: Array(policies))
    }
  }

  /// Lists the rules of every time zone that a declaration names, sorted by name (dates §7.1).
  func canonicalZones() -> [CanonicalDeclaration] {
    var names: Set<String> = []
    func add(_ references: SmallSet<LookedUpDeclaration>) {
      for case .zone(let name) in references { names.insert(name) }
    }
    for table in bodies.tables { add(table.checker.references) }
    for truth in bodies.truths { add(truth.checker.references) }
    for invariant in bodies.invariants { add(invariant.checker.references) }
    for source in bodies.sources { add(source.references) }
    return names.sorted().compactMap { name in
      Zone.named(name).map {
        CanonicalDeclaration(key: DeclarationKey(zone: name), body: Self.canonical($0), references: [], isDigest: true)
      }
    }
  }

  /// Returns offsets and rule, such as `[[[0, 3600], [354675600, 7200], …], "X-1X,M3.5.0,M10.5.0/3"]`.
  private static func canonical(_ zone: Zone) -> JSONValue {
    let (offsets, rule) = zone.canonicalRules
    let list = offsets.map { JSONValue.array([.number(Decimal(Int($0.second))), .number(Decimal($0.offset))]) }
    return .array([.array(list), .text(rule)])
  }
}
