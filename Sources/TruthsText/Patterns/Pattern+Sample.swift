/// Example texts for patterns, from which test cases are made.
extension Pattern {
  /// An example text that matches the pattern. It has the fewest repetitions, and digits and letters where the pattern allows
  /// them.
  package var sample: String {
    switch self {
    case .set(let set):
      let plain = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_./: ".unicodeScalars.first {
        set.contains($0.value)
      }
      let any = (0x21...0x2FFF as ClosedRange<UInt32>).lazy.filter { set.contains($0) }.compactMap(Unicode.Scalar.init).first
      return (plain ?? any).map { String(Character($0)) } ?? ""
    case .sequence(let parts): return parts.map(\.sample).joined()
    case .alternatives(let branches): return branches.first?.sample ?? ""
    case .repeated(let inner, let least, _): return String(repeating: inner.sample, count: least)
    }
  }

  /// Returns an example text that matches a text with wildcards. Each `*` is omitted, and `\*` becomes a star (clauses §4).
  package static func sample(ofWildcards form: String) -> String {
    form.split(separator: "\\*", omittingEmptySubsequences: false).map { $0.filter { $0 != "*" } }.joined(separator: "*")
  }
}
