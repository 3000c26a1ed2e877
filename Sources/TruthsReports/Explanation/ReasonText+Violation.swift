import TruthsEngine
import TruthsJSON
import TruthsRendering

/// The text of a violation's reason, with the values formatted for readers.
extension ReasonText {
  /// - Parameter violation: the violation that has the reason; `nil` for a reason without values.
  init(_ violation: Violation?) { self.init(violation?.values ?? [:], violation?.displayTypes ?? [:]) }
}
