import TruthsJSON
import TruthsSyntax
import TruthsText

/// Money of a currency that is data, by the words of types §4.2: every amount carries its currency, and rows that hold both
/// see to it that they agree.
extension Vocab {
  /// Returns a row with its amounts in the currencies of the row. An amount is missing where its currency is missing or differs.
  func priced(_ row: [String: Val], _ fields: [Field]) -> [String: Val] {
    var row = row
    for field in fields {
      guard let name = field.currency, let amount = row[field.name] else { continue }
      guard case .symbol(_, let currency)? = row[name] else {
        row[field.name] = nil
        continue
      }
      row[field.name] = priced(amount, currency)
    }
    return row
  }

  /// An amount, or a list of such, in a currency; `nil` where it is in another one.
  func priced(_ amount: Val, _ currency: String) -> Val? {
    if case .list(let values) = amount {
      let priced = values.compactMap { self.priced($0, currency) }
      return priced.count == values.count ? .list(priced) : nil
    }
    if let own = amount.currency, own != currency { return nil }
    return amount.priced(currency)
  }
}

extension Val {
  /// The one currency of some values, in which those without one are, too; no value where there are two.
  static func currency(of values: [Val]) -> (one: String?, isMixed: Bool) {
    let all = Set(values.compactMap(\.currency))
    return (all.first, all.count > 1)
  }

  /// Returns equality in Kleene's logic; unknown for amounts in two currencies.
  static func same(_ left: Val, _ right: Val) -> Bool? {
    if case (.list(let ones), .list(let others)) = (left, right) {
      guard ones.count == others.count else { return false }
      var answer: Bool? = true
      for (one, other) in zip(ones, others) {
        switch same(one, other) {
        case false?: return false
        case nil: answer = nil
        case true?: continue
        }
      }
      return answer
    }
    if currency(of: [left, right]).isMixed { return nil }
    return left.currency == right.currency ? left == right : left.unpriced == right.unpriced
  }

  /// Kleene's or of the equalities.
  static func isAmong(_ element: Val, _ values: [Val]) -> Bool? {
    let answers = values.map { same($0, element) }
    return answers.contains(true) ? true : answers.contains(nil) ? nil : false
  }
}

extension JSONObject {
  /// Returns an object with the missing members of another one. Corrections keep an amount without a currency as data, although
  /// it has no value.
  func adding(_ other: JSONObject) -> JSONObject {
    var all = self
    for member in other.members where member.value != .null {
      all[member.name.string] = all[member.name.string]?.adding(member.value) ?? member.value
    }
    return all
  }
}

extension JSONValue {
  fileprivate func adding(_ other: JSONValue) -> JSONValue {
    switch (self, other) {
    case (.object(let one), .object(let other)): .object(one.adding(other))
    case (.array(let ones), .array(let others)): .array(zip(ones, others).map { $0.adding($1) })
    default: self
    }
  }
}
