import TruthsEngine
import TruthsJSON
import TruthsRendering

/// The reason of a violation, with its values in the form for readers.
extension ReasonText {
  /// - Parameter violation: the violation with the reason, if any.
  init(_ violation: Violation?) { self.init(violation?.values ?? [:], violation?.displayTypes ?? [:]) }
}
