import TruthsDiagnostics
import TruthsText

/// What the tool says of itself where a format asks.
public enum Tool {
  static let name = "truths"
  /// A version of the tool, which is counted apart from that of the language.
  public static let version = "0.1.0"
  /// The version, and that of the rules of time zones that are compiled in: `0.1.0, tzdata 2026f`.
  public static var versions: String { "\(version), tzdata \(Zone.databaseVersion)" }

  /// A message in which every character but a line break is seen: what stands in a path or an argument steers no terminal.
  public static func visible(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { TruthsDiagnostics.visible(String($0)) }
      .joined(separator: "\n")
  }

  /// The columns of a terminal that a text takes: an East Asian character or an emoji takes two, an accent of its own none.
  public static func columns(of text: String) -> Int { displayWidth(of: text) }

  /// The name among some that a misspelt one most likely means; `nil` where none is near.
  public static func nearestName(to name: String, among names: [String]) -> String? {
    TruthsText.nearestName(to: name, among: names)
  }
}
