import TruthsProgram
import TruthsText

/// Amounts in units that are data (types §4.2): a fact stores the number and its currency in two fields.
///
/// An amount in another currency than its fact's is missing.
extension Producer {
  /// Checks the amounts of the current row against currencies.
  ///
  /// - Parameter currencies: the row that contains the currencies.
  mutating func hold(_ type: Int, _ currencies: [Cell]) {
    for pair in code.currencies.facts[type] { row[pair.amount] = withoutUnit(row[pair.amount], in: currencies[pair.currency]) }
    for field in code.currencies.recordFields[type] where !row[field].isMissing {
      row[field] = production.store.symbols.cell(of: priced(production.store.symbols.value(of: row[field])))
    }
  }

  /// Returns a record in which amounts without a currency are missing.
  private func priced(_ value: Value) -> Value {
    switch value {
    case .list(let elements): return .list(elements.map { priced($0) })
    case .record(var record):
      record.fields = record.fields.map { priced($0) }
      for pair in code.currencies.records[record.type] where record.fields[pair.currency].isMissing {
        record.fields[pair.amount] = .missing(.absent)
      }
      return .record(record)
    default: return value
    }
  }

  /// Checks that the amounts in the key of the current row fit the currencies in the key.
  mutating func holdKey(_ type: Int) {
    let key = program.facts[type].key
    for pair in code.currencies.facts[type] where key.contains(pair.amount) {
      row[pair.amount] = withoutUnit(row[pair.amount], in: row[pair.currency])
    }
  }

  private mutating func withoutUnit(_ amount: Cell, in currency: Cell) -> Cell {
    if amount.isMissing { return amount }
    if currency.isMissing { return .absent }
    let unit = code.currencies.unit(ofEnum: Int(currency.extra), Int(currency.bits))
    return production.store.symbols.cell(of: production.store.symbols.value(of: amount).withoutUnit(in: unit))
  }

  /// Returns the amount that a correction keeps although it changes the amount's currency; `nil` if none exists.
  mutating func relabelled(_ output: CheckedOutput, written: [Cell], _ present: [Cell]) -> Int? {
    for pair in code.currencies.facts[output.fact] {
      let isKept = output.fields[pair.amount] == nil || written[pair.amount].isMissing && !row[pair.amount].isMissing
      let (before, now) = (present[pair.currency], row[pair.currency])
      guard isKept, !row[pair.amount].isMissing, before != now else { continue }
      let units = [before, now].map { $0.isMissing ? 0 : code.currencies.unit(ofEnum: Int($0.extra), Int($0.bits)) }
      row[pair.amount] = units.contains(0) ? .absent : .missing(.units(units[0], units[1]))
      return pair.amount
    }
    return nil
  }

  /// Returns the field to report where a required field is missing: for an amount without a currency, the currency.
  func lacking(_ field: Int, of type: Int) -> Int {
    guard let pair = code.currencies.facts[type].first(where: { $0.amount == field }), row[field] == .absent,
      row[pair.currency].isMissing, !program.facts[type].fields[pair.currency].isOptional
    else { return field }
    return pair.currency
  }
}

extension Value {
  /// Returns an amount, or a list or map of amounts, as a fact in a unit stores it.
  fileprivate func withoutUnit(in unit: UInt32) -> Value {
    switch self {
    case .amount(let number, let own): return own == unit ? .number(number) : .missing(.units(own, unit))
    case .list(let elements):
      let withoutUnit = elements.map { $0.withoutUnit(in: unit) }
      return withoutUnit.first(where: \.isMissing) ?? .list(withoutUnit)
    case .map(let entries):
      let withoutUnit = entries.map { MapEntry(name: $0.name, value: $0.value.withoutUnit(in: unit)) }
      return withoutUnit.first { $0.value.isMissing }?.value ?? .map(withoutUnit)
    default: return self
    }
  }
}
