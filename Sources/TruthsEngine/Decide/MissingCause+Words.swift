import TruthsCheck

extension MissingCause {
  /// Why there is no value, as reasons say it; `nil` where that is no more than that nothing was given.
  var words: String? {
    switch self {
    case .absent: nil
    case .overflow: "more than 38 digits"
    case .limits: "more than 15 digits, 12 places or 10^15"
    case .divisionByZero: "division by zero"
    case .range: "outside the calendar, or no whole day or millisecond"
    case .size: "more than 1,000,000 elements, or 16 MB of text"
    case .total: "more than 32,000,000 elements, or 512 MB of text, on the way"
    }
  }
}
