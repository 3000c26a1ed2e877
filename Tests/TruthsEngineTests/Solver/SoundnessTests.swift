import Foundation
import Testing
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsText

@testable import TruthsCheck
@testable import TruthsProgram

/// The decision procedure compared with the evaluator: a context never shows an impossible outcome, and the model of a possible
/// one does.
@Suite("The decision procedure is sound")
struct SoundnessTests {
  private static let isSoaking = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] != nil

  @Test("verdicts agree with the evaluator over generated clauses", arguments: 0..<(isSoaking ? 40 : 16))
  func verdicts(_ seed: Int) throws {
    var random = ClauseGenerator(seed: UInt64(seed))
    let clauses = (0..<80).map { _ in random.clause() }
    let loaded = DecideShop(lets: ["net: d - e"], requires: clauses).load()
    #expect(loaded.diagnostics.filter { $0.severity == .error && $0.code.family != "T4" } == [])
    let program = loaded.program
    let truth = try #require(program.truths.first { $0.id == "demo.acting" })
    let contexts = try #require(SampleContexts(program))
    let evaluators = (0..<100).map { _ in contexts.evaluator(for: truth, &random) }
    let encoding = EncodingContext(program, unread: [])
    let fuel = Fuel(total: .max)
    let translator = Translator(encoding, EncodingScope(truth, intent: contexts.intent, in: encoding.tables), fuel)
    var previous: [CheckedClause] = []
    for clause in truth.requires {
      fuel.begin(steps: 100_000)
      previous = [clause] + previous.prefix(random.below(3))
      guard let truths = try? previous.map({ try translator.truth($0.test) }) else { continue }
      for outcome in [true, false] {
        let formulas = truths.map { $0.is(outcome) }
        let search = Search(encoding, fuel)
        guard let found = try? search.model(formulas, .generous).map({ _ in true }) ?? false else { continue }
        let strict = try? search.model(formulas, .strict)
        if !found {
          #expect(strict == nil)
          for evaluator in evaluators {
            let isSo = previous.allSatisfy { evaluator.value($0.test) == .boolean(outcome) }
            #expect(!isSo, "\(previous.map(\.text)) can be \(outcome)")
          }
        }
        guard let strict, let witness = WitnessBuilder.witness(encoding, strict, intent: contexts.intent, fuel) else { continue }
        let evaluator = self.evaluator(witness, contexts, truth)
        for clause in previous {
          #expect(
            evaluator.value(clause.test) == .boolean(outcome), "\(clause.text) is not \(outcome) with \(witness.text)")
        }
      }
    }
  }

  private func evaluator(_ witness: Witness, _ contexts: SampleContexts, _ truth: CheckedTruth) -> Evaluator {
    var store = contexts.engine.emptyStore
    let entry = EntryReference(id: "e", sequence: 1, timestamp: .epoch, truthID: nil, actor: [:])
    for fact in witness.scenario.facts { store.append(FactRecord(type: fact.type, fields: fact.fields, entry: entry)) }
    for (index, value) in witness.scenario.policies { store.setPolicy(index, to: value) }
    return contexts.evaluator(
      for: truth, fields: witness.scenario.fields, intent: witness.scenario.intent ?? 0, store: store,
      environment: witness.scenario.environment)
  }

  @Test("findings over generated truths are shown by their witnesses", arguments: 0..<60)
  func findings(_ seed: Int) {
    var random = ClauseGenerator(seed: UInt64(1000 + seed))
    var shop = DecideShop(lets: ["net: d - e"])
    if random.below(2) == 0 { shop.conditions = [random.clause(depth: 1)] }
    shop.requires = (0..<random.below(4)).map { _ in random.clause(depth: 1) }
    shop.invariants = (0..<random.below(4)).map { _ in
      random.clause(depth: 1)
        + random.pick(["", " → reject(\"x\")", " → requires_approval(a)", " → requires_approval(b)", " → b"])
    }
    shop.declarations = ["invariant own:\n  applies_to: [act]\n  rule: '\(random.clause(depth: 1)) → reject(\"y\")'"]
    #expect(shop.findings.broken == [], "\(shop.text)")
  }
}

extension EncodingContext {
  /// A context over a program that has been checked.
  convenience init(_ program: Program, unread: Set<ValueType>) {
    let tables = CheckTables(DeclarationTable([]))
    tables.program = program
    self.init(tables, unread: unread)
  }
}
