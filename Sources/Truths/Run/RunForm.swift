import TruthsJSON
import TruthsRuntime
import TruthsText

/// How the outcome of a run is written.
public enum RunForm: Sendable {
  /// The story, for people.
  case story(isColored: Bool)
  /// The object of runtime.md §4, a line each.
  case json
  /// The events as they happened, one a line (contract §13.3).
  case events
}
