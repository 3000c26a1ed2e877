import TruthsCheck
package import TruthsJSON

/// How the proposals of one intent are made ready from tapes: their fields are read into cells. For one thread at a time.
package final class QuickForm {
  private let engine: QuickEngine
  private let plan: QuickPlan
  private let program: Program
  private let forms: FieldForms
  /// Those of the plan, and of what fields are that are left out.
  private let symbols: SymbolOverlay

  init(_ engine: QuickEngine, _ plan: QuickPlan, intent: Int, _ program: Program) {
    self.engine = engine
    self.plan = plan
    self.program = program
    var symbols = plan.symbols
    forms = FieldForms(program.intents[intent].fields, program, &symbols)
    self.symbols = symbols
  }

  /// Makes a proposal ready about which clauses alone decide.
  ///
  /// - Parameters:
  ///   - names: where the names of its fields stand in the tape.
  ///   - json: what the tape was read from.
  /// - Returns: `nil` where a field is none of the intent's, or not of its type.
  /// - Complexity: O(size of the proposal).
  package func ready(
    _ names: UnsafeBufferPointer<Int32>, of tape: borrowing JSONTape, _ environment: Environment, pack: String?, json: [UInt8]
  ) -> QuickProposal? {
    var symbols = symbols
    var fields = [Cell](repeating: .absent, count: max(1, forms.initials.count))
    let isRead = fields.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { forms.read(names, of: tape, into: $0, program, &symbols) } ?? false
    }
    guard isRead else { return nil }
    fields.removeLast(fields.count - forms.initials.count)
    return engine.add(fields, environment, pack: pack, symbols, plan, .plain(json), isPlain: true)
  }
}
