import TruthsSystem

/// What the command knows about where its output goes.
enum Terminal {
  static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Colour: on a terminal that can, and never where `NO_COLOR` is set (https://no-color.org).
  static var wantsColor: Bool { isOutputTerminal && !isSet("NO_COLOR") && value("TERM") != "dumb" }

  private static func isSet(_ name: String) -> Bool { !(value(name) ?? "").isEmpty }

  private static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
