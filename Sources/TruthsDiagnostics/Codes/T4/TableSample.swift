extension DiagnosticSample {
  /// The pack of ``order(declarations:fields:lets:requires:invariants:output:ensures:packKeys:truthKeys:)`` with a table that
  /// grades an amount, and a clause that reads it.
  static func table(_ rows: [String], keys: [String] = []) -> DiagnosticSample {
    let lines = ["table grade:", "  inputs:", "    amount: decimal", "  output: text"] + keys.map { "  \($0)" } + ["  rows:"]
    return .order(
      declarations: (lines + rows.map { "    - \($0)" }).joined(separator: "\n"), fields: ["amount: decimal"],
      requires: ["amount exists", "grade(amount) != \"c\""])
  }
}
