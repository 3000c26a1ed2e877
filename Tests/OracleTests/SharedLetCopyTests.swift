import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// A `let` of an intent means what a copy of it in each truth means (declarations §4.3): generated sets, in which the `let`s of a
/// truth move to its intent, come to the same program and the same hash.
@Suite struct SharedLetCopyTests {
  @Test("a set whose lets stand on the intents is the set whose truths have them", arguments: 0..<4)
  func moved(part: Int) {
    var (count, lets) = (0, 0)
    for seed in part * 10_000..<part * 10_000 + 100 {
      guard case .accepted(let trial) = Trial.load(Generator.sample(seed: seed, features: .all)),
        let (units, before) = Self.withoutUnused(trial.units)
      else { continue }
      let moved = Self.moved(units)
      if moved.lets == 0 { continue }
      let after = Checker.check(moved.units)
      #expect(before.diagnostics == after.diagnostics, "seed \(seed)")
      #expect(before.program.truths == after.program.truths, "seed \(seed)")
      #expect(before.program.declarations == after.program.declarations, "seed \(seed)")
      (count, lets) = (count + 1, lets + moved.lets)
    }
    #expect(count > 5 && lets > 5, "\(count) sets, \(lets) lets")
  }

  /// Returns the units without `let`s that nothing reads, and their check: a truth evaluates those, and shares none of them.
  private static func withoutUnused(_ units: [SourceUnit]) -> (units: [SourceUnit], check: CheckResult)? {
    var units = units
    for _ in 0..<4 {
      let check = Checker.check(units)
      let unused = Set(check.diagnostics.filter { "\($0.code)" == "T5008" && $0.message.contains(" let ") }.map(\.span))
      if unused.isEmpty { return (units, check) }
      for (number, unit) in units.enumerated() {
        for (place, declaration) in unit.declarations.enumerated() {
          guard case .truth(var truth) = declaration.body else { continue }
          truth.lets.removeAll { unused.contains($0.name.span) }
          units[number].declarations[place].body = .truth(truth)
        }
      }
    }
    return nil
  }

  /// Returns the units with the `let`s of each truth that is the only one of its pack on its intent moved to that.
  private static func moved(_ units: [SourceUnit]) -> (units: [SourceUnit], lets: Int) {
    var units = units
    var readers: [[String]: [(unit: Int, place: Int)]] = [:]
    for (number, unit) in units.enumerated() {
      for (place, declaration) in unit.declarations.enumerated() {
        guard case .truth(let truth) = declaration.body, let intent = truth.soleIntent?.text else { continue }
        readers[[unit.pack, intent], default: []].append((number, place))
      }
    }
    var lets = 0
    for number in units.indices {
      for place in units[number].declarations.indices {
        let declaration = units[number].declarations[place]
        guard case .intent(var intent) = declaration.body, let found = readers[[units[number].pack, declaration.name.text]],
          found.count == 1, case .truth(var truth) = units[found[0].unit].declarations[found[0].place].body
        else { continue }
        lets += truth.lets.count
        (intent.lets, truth.lets) = (truth.lets, [])
        units[number].declarations[place].body = .intent(intent)
        units[found[0].unit].declarations[found[0].place].body = .truth(truth)
      }
    }
    return (units, lets)
  }
}
