import Testing
import TruthsProgram

/// Units such as `mg/m2` (types §4.1).
@Suite struct CompoundUnitTests {
  private static let fields = [
    "dose: decimal in mg/m2 = 1", "area: decimal in m2 = 2", "amount: decimal in mg = 3", "daily: decimal in mg/kg/day = 1",
    "swapped: decimal in mg/day/kg = 1", "weight: decimal in kg = 60", "days_left: decimal in day = 2", "d: decimal = 1",
    "kind: colour = red",
  ]

  private static func findings(_ invariant: String) -> [String] {
    Shop(fields: fields, invariants: ["'\(invariant)'"], declarations: ["enum colour: [red, blue]"]).findings
      .filter { $0.hasPrefix("T0") || $0.hasPrefix("T1") || $0.hasPrefix("T2") }
  }

  @Test(
    "products and quotients cancel equal names",
    arguments: [
      "dose * area == amount", "area * dose == amount", "amount / dose == area", "dose / dose == d", "dose * 2 > dose",
      "dose / d > dose", "daily * weight * days_left == amount", "daily * days_left == in_unit(d, mg/kg)",
      "daily == swapped", "amount / swapped == in_unit(d, kg) * number(days_left)", "dose / days_left == in_unit(d, mg/day/m2)",
      "dose / days_left == in_unit(d, mg/m2/day)", "dose * in_unit(d, m2/day) == in_unit(d, mg/day)", "dose > 3",
      "dose % dose > 0",
    ])
  func fitting(_ clause: String) {
    // A mass by a dose per mass and day has two names above the line.
    let wanted = clause.hasPrefix("amount / swapped") ? ["T2003 `amount / swapped`"] : []
    #expect(Self.findings(clause) == wanted)
  }

  @Test(
    "what is not one name, divided by others, is an error",
    arguments: [
      ("dose * amount > 1", "dose * amount"), ("dose * dose > 1", "dose * dose"), ("area / dose > 1", "area / dose"),
      ("amount / area > 1", "amount / area"), ("d / dose > 1", "d / dose"), ("amount * area > 1", "amount * area"),
      ("dose + amount > 1", "dose + amount"), ("dose > amount", "dose > amount"), ("dose == daily", "dose == daily"),
    ])
  func clashing(_ clause: String, _ span: String) {
    #expect(Self.findings(clause) == ["T2003 `\(span)`"])
  }

  /// A value is never a part of a unit, because the unit must be known without running.
  @Test func values() {
    #expect(Self.findings("in_unit(d, mg/area) > 1") != [])
    #expect(Self.findings("in_unit(d, kind/day) > 1") != [])
    let declared = Shop(
      fields: ["currency: colour", "price: decimal in currency/kg"], declarations: ["enum colour: [red, blue]"]
    ).findings
    #expect(declared.contains("T1070 `currency/kg`"), "\(declared)")
  }

  @Test(
    "a unit is names with `/` between them",
    arguments: ["mg/", "/m2", "mg//m2", "mg/2", "mg*m2", "mg/m2?/kg", "mg/in"])
  func malformed(_ unit: String) {
    let found = Shop(fields: ["dose: decimal in \(unit)"]).findings
    #expect(found.contains { $0.hasPrefix("T0") }, "\(found)")
  }

  /// Cancelling is exact: over all units of three names, (u · v) / v is u again, wherever the product has a unit.
  @Test func cancelling() {
    let names = ["a", "b", "c"]
    var units = names
    for first in names { for second in names { units += ["\(first)/\(second)"] + names.map { "\(first)/\(second)/\($0)" } } }
    var count = 0
    for left in units {
      for right in units {
        let (one, other) = (CompoundUnit(left), CompoundUnit(right))
        #expect(
          CompoundUnit.result(of: one, other, isQuotient: false) == CompoundUnit.result(of: other, one, isQuotient: false),
          "\(left) · \(right)")
        guard case .some(.some(.named(let product))) = CompoundUnit.result(of: one, other, isQuotient: false),
          case .some(.some(.named(let back))) = CompoundUnit.result(of: CompoundUnit(product), other, isQuotient: true)
        else { continue }
        count += 1
        #expect(reduced(back) == reduced(left), "\(left) · \(right)")
      }
    }
    #expect(count > 100)
  }

  /// Returns a unit without the names that stand on both sides of the line.
  private func reduced(_ unit: String) -> [String: Int] {
    let names = unit.split(separator: "/").map(String.init)
    var powers: [String: Int] = [names[0]: 1]
    for name in names.dropFirst() { powers[name, default: 0] -= 1 }
    return powers.filter { $0.value != 0 }
  }
}
