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
    for seed in part * 10_000..<part * 10_000 + 150 {
      guard case .accepted(let trial) = Trial.load(Generator.sample(seed: seed, features: .all)) else { continue }
      let moved = Self.moved(trial.units)
      if moved.lets == 0 { continue }
      let (before, after) = (Checker.check(trial.units), Checker.check(moved.units))
      // An unused `let` is evaluated in a truth, and not when it is shared.
      if before.diagnostics.contains(where: { "\($0.code)" == "T5008" && $0.message.contains("let") }) { continue }
      #expect(before.diagnostics == after.diagnostics, "seed \(seed)")
      #expect(before.program.truths == after.program.truths, "seed \(seed)")
      #expect(before.program.declarations == after.program.declarations, "seed \(seed)")
      (count, lets) = (count + 1, lets + moved.lets)
    }
    #expect(count > 5 && lets > 10, "\(count) sets, \(lets) lets")
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
