import TruthsProgram
import TruthsText

/// Input terms, variables, propositional variables and facts of a set of formulas. Clauses that are decided together share one
/// context.
final class EncodingContext {
  let tables: CheckTables
  private(set) var inputTerms: [InputTerm] = []
  private(set) var variables: [Variable] = []
  private(set) var atoms: [PropositionalVariable] = []
  private(set) var factAtoms: [FactAtom] = []
  /// Propositional variables for the presence of facts, by index of the fact atom.
  private(set) var presenceVariables: [Int] = []
  private var inputTermIndex = SmallMap<InputTerm.Source, Int>()
  private var factAtomIndex = SmallMap<FactAtom, Int>()
  private(set) var stateAtoms: [StateAtom] = []
  private var stateAtomIndex = SmallMap<StateAtom, Int>()
  private var textConstants = SmallMap<Text, Int>()
  /// The input term of each variable that encodes one.
  private(set) var variableTerms = NumberMap<Int>()
  /// Types that could not be read to their end; their values are not modelled.
  let unread: Set<ValueType>

  var program: Program { _read { yield tables.program } }

  /// Indices in ``Program/facts`` of the fact types that truths on facts make.
  var derived: Set<Int> { tables.derived }

  init(_ tables: CheckTables, unread: Set<ValueType> = []) {
    self.tables = tables
    self.unread = unread
    inputTerms.reserveCapacity(8)
    variables.reserveCapacity(8)
    atoms.reserveCapacity(12)
  }

  /// Returns the input term of a source, created on first use.
  ///
  /// - Parameters:
  ///   - surroundings: the formula that must hold for the term to have a value.
  ///   - mayBeMissing: whether the term may lack a value even then.
  ///   - range: the numbers that the term may be.
  func inputTerm(
    _ source: InputTerm.Source, _ type: ValueType, surroundings: Formula = .yes, mayBeMissing: Bool, range: NumberRange? = nil
  ) -> Int {
    if let known = inputTermIndex[source] { return known }
    let index = inputTerms.count
    inputTermIndex.set(index, for: source)
    var inputTerm = InputTerm(source: source, type: type, isThere: surroundings)
    if mayBeMissing { inputTerm.isThere = .and(surroundings, .atom(newAtom(.exists(index)))) }
    if type == .boolean { inputTerm.atom = newAtom(.isTrue(index)) }
    if !unread.contains(type), var variable = Variable(type, { program.enums[$0].values.count }) {
      if case .call(let function, _) = source, let range = function.valueRange {
        (variable.lower, variable.upper) = (Rational(Int128(range.lowerBound)), Rational(Int128(range.upperBound)))
      }
      if let range { variable.restrict(to: range) }
      if case .policy(let policy) = source, let usual = program.policies[policy].initial.place { variable.usual = usual }
      inputTerm.variable = newVariable(variable)
      variableTerms[variables.count - 1] = index
    }
    inputTerms.append(inputTerm)
    return index
  }

  func known(_ source: InputTerm.Source) -> Int? { inputTermIndex[source] }

  /// Returns the index of a fact atom, added on first use.
  func factAtom(_ factAtom: FactAtom) -> Int {
    if let known = factAtomIndex[factAtom] { return known }
    let index = factAtoms.count
    factAtomIndex.set(index, for: factAtom)
    factAtoms.append(factAtom)
    presenceVariables.append(newAtom(.present(index)))
    return index
  }

  /// Returns the index of a state atom, added on first use.
  func stateAtom(_ stateAtom: StateAtom) -> Int {
    if let known = stateAtomIndex[stateAtom] { return known }
    stateAtomIndex.set(stateAtoms.count, for: stateAtom)
    stateAtoms.append(stateAtom)
    return stateAtoms.count - 1
  }

  /// Returns the variable of a text literal, created on first use.
  func constant(_ text: Text) -> Int {
    if let known = textConstants[text] { return known }
    let variable = newVariable(Variable(kind: .textConstant(text), lower: .zero))
    textConstants.set(variable, for: text)
    return variable
  }

  private func newAtom(_ variable: PropositionalVariable) -> Int {
    atoms.append(variable)
    return atoms.count - 1
  }

  private func newVariable(_ variable: Variable) -> Int {
    variables.append(variable)
    return variables.count - 1
  }
}

extension Variable {
  /// The greatest number that 15 digits can write (types §3).
  private static let largest = Rational(999_999_999_999_999)

  /// Creates the variable for values of a type; `nil` for types whose values are not compared by order or index.
  ///
  /// - Parameter valueCount: how many values an enum has.
  init?(_ type: ValueType, _ valueCount: (Int) -> Int) {
    switch type {
    case .decimal: self.init(kind: .number, lower: Rational(-999_999_999_999_999), upper: Self.largest)
    case .integer: self.init(kind: .whole, lower: Rational(-999_999_999_999_999), upper: Self.largest)
    case .date: self.init(kind: .whole, lower: .firstDay, upper: .lastDay, usual: Rational(19_723))
    case .timestamp:
      self.init(kind: .whole, lower: .firstMoment, upper: .lastMoment, usual: Rational(1_704_067_200_000))
    case .duration:
      self.init(kind: .whole, lower: .shortest, upper: .longest, usual: Rational(3_600_000))
    case .period: self.init(kind: .whole, lower: .shortestPeriod, upper: .longestPeriod, usual: Rational(1))
    case .time: self.init(kind: .whole, lower: .zero, upper: .lastTime, usual: Rational(43_200_000))
    case .enumeration(let index):
      self.init(kind: .whole, lower: .zero, upper: Rational(Int128(valueCount(index) - 1)), usual: .zero)
    case .list: self.init(kind: .whole, lower: .zero, upper: nil)
    case .text: self.init(kind: .text, lower: .zero, upper: nil)
    case .boolean, .json, .record, .map, .fact, .unknown: return nil
    }
  }
}

extension Variable {
  /// Narrows the bounds of a number to the range of its field. An end that cannot be encoded leaves the bound as it is.
  fileprivate mutating func restrict(to range: NumberRange) {
    if let least = range.least.flatMap({ try? Rational($0) }) { lower = lower.map { max($0, least) } ?? least }
    if let most = range.most.flatMap({ try? Rational($0) }) { upper = upper.map { min($0, most) } ?? most }
    if let lower, usual < lower { usual = lower }
    if let upper, usual > upper { usual = upper }
  }
}

extension Value {
  /// The number that encodes a value in constraints; `nil` for texts, whose ranks depend on each other, and for other types.
  var place: Rational? {
    switch self {
    case .number(let number): try? Rational(number)
    case .date(let date): Rational(Int128(date.days))
    case .timestamp(let moment): Rational(Int128(moment.milliseconds))
    case .duration(let span): Rational(Int128(span.milliseconds))
    case .period(let period): Rational(Int128(period.months))
    case .time(let time): Rational(Int128(time.milliseconds))
    case .enumeration(let value): Rational(Int128(value.ordinal))
    default: nil
    }
  }
}

extension Rational {
  /// The limits of a duration, in milliseconds.
  static let shortest = Rational(Int128(TimeSpan.longest.negated.milliseconds))
  static let longest = Rational(Int128(TimeSpan.longest.milliseconds))

  /// 0001-01-01 and 9999-12-31, in days since 1970 (dates §1).
  static let firstDay = Rational(-719_162)
  static let lastDay = Rational(2_932_896)
  static let millisecondsPerDay = Rational(86_400_000)
  /// 0001-01-01T00:00:00Z and 9999-12-31T23:59:59.999Z, in milliseconds since 1970.
  static let firstMoment = Rational(-719_162 * 86_400_000)
  static let lastMoment = Rational(2_932_897 * 86_400_000 - 1)
  /// 9999 years either way, in months (dates §4).
  static let shortestPeriod = Rational(-9999 * 12)
  static let longestPeriod = Rational(9999 * 12)
  /// 23:59:59.999, in milliseconds since midnight.
  static let lastTime = Rational(86_400_000 - 1)
}

/// The meaning of the slots of one truth, invariant or table.
struct EncodingScope {
  /// An input of the frame: a field of the trigger, or an input of a table. The inputs fill the slots from 0.
  struct SlotField {
    var source: InputTerm.Source
    var type: ValueType
    /// Whether a proposal or call may omit the field.
    var mayBeMissing: Bool
    /// The numbers that the input may hold.
    var range: NumberRange?
  }

  var fields: [SlotField]
  /// The `let`s by slot.
  var lets: [Int: CheckedLet] = [:]
  /// Values of policies that are not free, by index in ``Program/policies``.
  var policies: [Int: Value] = [:]
}

extension EncodingScope {
  /// Creates the frame of a table, whose inputs may all be missing (declarations §8).
  init(_ table: CheckedTable) {
    fields = table.inputs.enumerated().map { index, input in
      SlotField(source: .input(index), type: input.type, mayBeMissing: true)
    }
    lets = Dictionary(first: table.lets.map { ($0.slot, $0) })
  }

  /// Creates the frame of a truth, for one of its intents or for all of them.
  init(_ truth: CheckedTruth, intent: Int?, in tables: CheckTables) {
    self.init(truth.inputs, intents: intent.map { [$0] } ?? truth.intents, in: tables)
    lets = Dictionary(first: truth.lets.map { ($0.slot, $0) })
  }

  /// Creates the frame of inputs that are fields of intents. A field that each intent requires, or gives a default, is always
  /// present.
  init(_ inputs: [Input], intents: [Int], in tables: CheckTables) {
    var alwaysThere: Set<String>?
    for intent in intents {
      let type = tables.program.intents[intent]
      let filled = type.fields.filter { $0.initial?.isMissing == false }.map(\.name)
      let present = Set(filled + type.present.map { type.fields[$0].name })
      alwaysThere = alwaysThere?.intersection(present) ?? present
    }
    fields = inputs.map { input in
      SlotField(
        source: .field(input.name), type: input.type, mayBeMissing: alwaysThere?.contains(input.name) != true,
        range: Self.range(of: input, in: intents.map { tables.program.intents[$0] }))
    }
  }

  /// Returns the smallest range that contains the ranges of an input in some intents; `nil` if any number is possible.
  private static func range(of input: Input, in intents: [IntentType]) -> NumberRange? {
    var hull: NumberRange?
    for intent in intents {
      guard let range = intent.fields.first(where: { $0.name == input.name })?.range else { return nil }
      hull = hull?.union(range) ?? range
    }
    return hull
  }
}

/// A free value, which a witness can choose: a field of the proposal, a policy, a field of a fact, or a member of one of these.
struct InputTerm: Sendable {
  enum Source: Hashable, Sendable {
    /// A field of the trigger, by its name.
    case field(String)
    /// Index in ``Program/policies``.
    case policy(Int)
    case builtin(Builtin)
    /// A field of the fact of a fact atom.
    case fact(Int, field: Int)
    /// A field of the record in another input term.
    case member(Int, field: Int)
    /// The state of the instance of a state atom.
    case state(Int)
    /// An input of a table.
    case input(Int)
    /// The result of a calendar function for its arguments. How it depends on them is not modelled.
    case call(Function, [FactAtom.KeyPart])
  }

  var source: Source
  var type: ValueType
  /// Formula for the value being present.
  var isThere: Formula
  /// The variable of the term's value, for types that are compared: numbers, times, texts, enums; for a list, its length.
  var variable: Int?
  /// The propositional variable of the term's value, for booleans.
  var atom: Int?
}

/// A fact type with given key values. A fact is present or not.
struct FactAtom: Hashable, Sendable {
  var fact: Int
  var keys: [KeyPart]

  enum KeyPart: Hashable, Sendable {
    case inputTerm(Int)
    case constant(Value)
  }
}

/// A lifecycle with given key values: an instance is in one state, `start` if it was never entered.
struct StateAtom: Hashable, Sendable {
  var lifecycle: Int
  var keys: [FactAtom.KeyPart]
}

/// The statement of a propositional variable.
enum PropositionalVariable: Hashable, Sendable {
  /// An input term has a value, provided that its surroundings hold (``InputTerm/isThere``).
  case exists(Int)
  /// The boolean of an input term is true.
  case isTrue(Int)
  /// The fact of a fact atom is present.
  case present(Int)
}
