import TruthsText

/// What the tool says of itself where a format asks.
public enum Tool {
  static let name = "truths"
  /// A version of the tool, which is counted apart from that of the language.
  public static let version = "0.1.0"

  /// The name among some that a misspelt one most likely means; `nil` where none is near.
  public static func nearestName(to name: String, among names: [String]) -> String? {
    TruthsText.nearestName(to: name, among: names)
  }
}
