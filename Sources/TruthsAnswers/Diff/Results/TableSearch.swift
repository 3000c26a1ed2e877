import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsSyntax
import TruthsText

/// Compares a table or function of two sets, input by input.
struct TableSearch {
  /// The maximum number of combinations of inputs that are tried.
  private static let limit = 20_000
  private static let mostWitnesses = 3

  let old: RunProcedure
  let new: RunProcedure

  /// The differences found.
  struct Answer {
    var shifts: Set<DecisionShift> = []
    var witnesses: [ValueWitness] = []
    /// Whether every input was compared.
    var isExact = false
    var tried = 0
  }

  /// Whether both tables have the same types of inputs and results. If not, their values cannot be compared.
  func hasSameShape(_ before: Int, _ after: Int, _ oldTypes: TypeForms, _ newTypes: TypeForms) -> Bool {
    oldTypes.shape(ofTable: before) == newTypes.shape(ofTable: after)
      && oldTypes.form(of: old.program.tables[before].output) == newTypes.form(of: new.program.tables[after].output)
  }

  /// Compares the results of an old and a new table, for all combinations of inputs or for a sample of them.
  ///
  /// - Parameter meter: counts the work of all comparisons together.
  func compare(_ before: Int, _ after: Int, within meter: WorkMeter) -> Answer {
    let (oldTable, newTable) = (old.program.tables[before], new.program.tables[after])
    var answer = Answer()
    guard oldTable.inputs.count == newTable.inputs.count else { return answer }
    let grid = TableGrid(oldTable, old.program, newTable, new.program)
    let count = grid.count
    // An odd stride shares no factor 2 with the number of combinations, so a sample varies in more inputs.
    let step = count > Self.limit ? max(1, count / Self.limit) | 1 : 1
    let (first, second) = (Reader(old, before, meter), Reader(new, after, meter))
    var number = 0
    while number < count, answer.tried < Self.limit {
      let inputs = grid.inputs(at: number)
      answer.tried += 1
      guard let one = first.value(for: inputs), let other = second.value(for: inputs), meter.exceeded == nil else { break }
      if one != other { note(one, other, inputs, newTable, &answer) }
      number += step
    }
    answer.isExact = grid.isExact && step == 1 && number >= count && meter.exceeded == nil
    return answer
  }

  private func note(
    _ oldValue: JSONValue, _ newValue: JSONValue, _ inputs: [JSONValue?], _ table: CheckedTable, _ answer: inout Answer
  ) {
    let shift: DecisionShift = oldValue == .null ? .looser : newValue == .null ? .stricter : .both
    let isNew = answer.shifts.insert(shift).inserted
    guard isNew || answer.witnesses.count < Self.mostWitnesses else { return }
    let given = zip(table.inputs, inputs).compactMap { field, value in
      value.map { JSONObject.Member(name: Text(field.jsonName), value: $0) }
    }
    answer.witnesses.append(ValueWitness(given: .object(JSONObject(given)), old: oldValue, new: newValue))
  }

  /// Evaluates one of the two tables.
  private struct Reader {
    let program: Program
    let table: Int
    let evaluator: Evaluator

    init(_ procedure: RunProcedure, _ table: Int, _ meter: WorkMeter) {
      program = procedure.program
      self.table = table
      let store = procedure.emptyContext.working(meter).store
      evaluator = procedure.engine.evaluator(on: store, Environment([:]), frameSize: 0)
    }

    /// - Returns: the table's value; `nil` if an input is not a value of its type in this set.
    func value(for inputs: [JSONValue?]) -> JSONValue? {
      var decoder = ValueDecoder(program: program)
      let arguments = zip(program.tables[table].inputs, inputs).map { field, json -> Node in
        guard let json else { return .constant(.missing(.absent)) }
        // An argument may have more digits than data.
        if case .number(let number) = json { return .constant(.number(number)) }
        return .constant(decoder.value(LocatedJSON(unlocated: json), as: field.type, path: field.name))
      }
      // The value as its reader gets it, without rounding. A value that the set does not know is missing.
      return program.json(of: evaluator.value(.table(table, arguments)))
    }
  }
}
