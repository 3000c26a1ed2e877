package import TruthsProgram
import TruthsText

/// Example values for the keys of a job, made from its name and from the truths of its pack.
///
/// `truths check` shows them where a key is missing; `truths new jtbd` writes them.
package struct JobExample {
  /// The verb in the job's name: `Send` for `send_invoice`.
  package let verb: String
  /// The object in the job's name: `Invoice` for `send_invoice`; the pack if the name is one word.
  package let object: String
  /// An intent or a fact type, as a job writes it; `nil` if no truth of the pack fires on one.
  package let trigger: String?
  /// A fact type or a state, as a job writes it; `nil` if no truth of the pack makes one.
  package let artifact: String?
  /// The id of a truth; `nil` in a pack without truths.
  package let enforcer: String?

  /// Chooses the truth of the pack that fits the job best.
  ///
  /// - Parameter triggers: the triggers that are known already; a truth that fires on one of them is the first choice.
  package init(job name: String, pack: String, triggers: [String] = [], program: Program) {
    let words = name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    verb = words.first ?? name
    object = words.count > 1 ? words.dropFirst().joined(separator: " ") : String(pack.prefix(1).uppercased() + pack.dropFirst())
    let candidates = program.truths.filter { $0.pack == pack && !$0.isBuiltIn && !$0.isView }
      .map { (truth: $0, artifact: Self.artifact(of: $0, program)) }
    let known = Set(triggers.map(Self.word))
    func rank(_ truth: CheckedTruth, _ artifact: String?) -> [Bool] {
      let starts = Self.triggers(of: truth, program)
      return [starts.contains(where: known.contains), starts.contains(name), artifact != nil]
    }
    let ranked = candidates.map { ($0, rank($0.truth, $0.artifact)) }
    var best = ranked.first
    for next in ranked.dropFirst() where next.1.lexicographicallyPrecedes(best?.1 ?? [], by: { $0 && !$1 }) { best = next }
    trigger = (best?.0.truth).flatMap { Self.triggers(of: $0, program).first }
    artifact = best?.0.artifact
    enforcer = best?.0.truth.id
  }

  /// Returns a placeholder for the outcome, which only the author knows.
  package static func outcome(_ verb: String, _ object: String) -> String { "<what is better when \(verb) \(object) is done>" }

  /// Returns a placeholder for a guardrail, which only the author knows.
  package static func mustNot(_ verb: String, _ object: String) -> String { "<what must never happen in \(verb) \(object)>" }

  /// Returns a name in the words of a job, where dots and underscores are the same (files §8).
  package static func word(_ name: String) -> String {
    String(name.map { $0 == "." ? "_" : $0 })
  }

  private static func triggers(of truth: CheckedTruth, _ program: Program) -> [String] {
    truth.intents.map { program.intents[$0].name } + truth.matches.map { word(program.facts[$0.fact].name) }
  }

  private static func artifact(of truth: CheckedTruth, _ program: Program) -> String? {
    if let output = truth.outputs.first { return word(program.facts[output.fact].name) }
    guard let move = truth.moves.first, let state = move.path.last else { return nil }
    let lifecycle = program.lifecycles[move.key.lifecycle]
    return "\(program.enums[lifecycle.states].values[state])_\(lifecycle.name)"
  }
}
