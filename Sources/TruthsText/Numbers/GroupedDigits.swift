extension Int {
  /// The digits in groups of three, for people: `100,000`.
  package var grouped: String {
    let digits = Array(String(magnitude))
    let groups = digits.indices.map { ($0 > 0 && (digits.count - $0) % 3 == 0 ? "," : "") + String(digits[$0]) }
    return (self < 0 ? "-" : "") + groups.joined()
  }
}
