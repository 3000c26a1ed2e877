import TruthsDiagnostics
import TruthsText

/// The name and version of the tool, and functions for texts in its messages.
public enum Tool {
  static let name = "truths"
  /// The version of the tool, which is independent of the version of the language.
  public static let version = "0.1.0"
  /// The version of the tool and of its time zone rules, such as `0.1.0, tzdata 2026f`.
  public static var versions: String { "\(version), tzdata \(Zone.databaseVersion)" }

  /// Returns a message in which every character except line breaks is visible. So paths and arguments in messages cannot
  /// control the terminal.
  public static func visible(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { TruthsDiagnostics.visible(String($0)) }
      .joined(separator: "\n")
  }

  /// Returns the number of terminal columns that a text takes. An East Asian character or an emoji takes two, and a combining
  /// accent none.
  public static func columns(of text: String) -> Int { displayWidth(of: text) }

  /// Returns the name nearest to a misspelt one; `nil` if no name is near.
  public static func nearestName(to name: String, among names: [String]) -> String? {
    TruthsText.nearestName(to: name, among: names)
  }
}
