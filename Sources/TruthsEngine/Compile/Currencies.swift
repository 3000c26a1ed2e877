import Synchronization
import TruthsProgram
import TruthsText

/// The units that are data, such as currencies, numbered from 1.
///
/// Every distinct name of an enum's value has one number, whatever the enum, and so has each text given to `in_unit`. The
/// numbers are never visible to users.
final class Currencies: Sendable {
  /// The unit numbers by enum and value.
  private let ofEnums: [[UInt32]]
  private let names: Mutex<Names>
  /// The amounts of facts, records and tables, with the places of their currencies; by index of the type.
  let facts: [[Pair]]
  let records: [[Pair]]
  let tables: [[Pair]]
  /// Whether any record of the program has an amount.
  let areInRecords: Bool
  /// The fields that are records with amounts, or lists of such records, by fact type.
  let recordFields: [[Int]]

  /// The places of an amount and of its currency.
  struct Pair: Sendable {
    var amount: Int
    var currency: Int
  }

  private struct Names {
    var list: [Text] = []
    var numbers: [Text: UInt32] = [:]

    mutating func number(of name: Text) -> UInt32 {
      if let known = numbers[name] { return known }
      list.append(name)
      let number = UInt32(truncatingIfNeeded: list.count)
      numbers[name] = number
      return number
    }
  }

  /// Numbers the units of a program.
  ///
  /// - Complexity: O(values of enums, and fields).
  init(_ program: Program) {
    facts = program.facts.map { Self.pairs(in: $0.fields) }
    records = program.records.map { Self.pairs(in: $0.fields) }
    tables = program.tables.map { Self.pairs(in: $0.inputs) }
    areInRecords = records.contains { !$0.isEmpty }
    let holding = areInRecords ? Self.recordsWithAmounts(program, records) : []
    recordFields = program.facts.map { fact in
      holding.isEmpty ? [] : fact.fields.indices.filter { fact.fields[$0].type.isMade(of: holding) }
    }
    var names = Names()
    ofEnums = program.enums.map { type in type.values.map { names.number(of: $0) } }
    self.names = Mutex(names)
  }

  /// Returns the records that have amounts, directly or in nested records.
  private static func recordsWithAmounts(_ program: Program, _ pairs: [[Pair]]) -> Set<Int> {
    var records = Set(pairs.indices.filter { !pairs[$0].isEmpty })
    var count: Int
    repeat {
      count = records.count
      for (index, record) in program.records.enumerated() where !records.contains(index) {
        if record.fields.contains(where: { $0.type.isMade(of: records) }) { records.insert(index) }
      }
    } while records.count > count
    return records
  }

  private static func pairs(in fields: [Field]) -> [Pair] {
    fields.enumerated().compactMap { place, field in
      guard let currency = field.currency, let beside = fields.firstIndex(where: { $0.name == currency }) else { return nil }
      return Pair(amount: place, currency: beside)
    }
  }

  /// Returns whether facts of a type have amounts, directly or in records.
  func areHeld(in fact: Int) -> Bool { !facts[fact].isEmpty || !recordFields[fact].isEmpty }

  func unit(ofEnum type: Int, _ ordinal: Int) -> UInt32 {
    guard ofEnums.indices.contains(type), ofEnums[type].indices.contains(ordinal) else { return 0 }
    return ofEnums[type][ordinal]
  }

  /// Returns the unit with a name; takes a lock, so it is for texts only.
  ///
  /// - Complexity: O(length of the name).
  func unit(called name: Text) -> UInt32 { names.withLock { $0.number(of: name) } }

  /// Returns the name of a unit: `eur`.
  func name(of unit: UInt32) -> String {
    names.withLock { $0.list.indices.contains(Int(unit) - 1) ? $0.list[Int(unit) - 1].string : "" }
  }
}

extension ValueType {
  /// Returns whether the type is one of the records, or a list of them.
  fileprivate func isMade(of records: Set<Int>) -> Bool {
    switch self {
    case .record(let index): records.contains(index)
    case .list(let element): element.isMade(of: records)
    default: false
    }
  }
}
