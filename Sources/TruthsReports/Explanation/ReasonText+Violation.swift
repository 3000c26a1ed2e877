import TruthsEngine
import TruthsJSON
import TruthsRendering

extension ReasonText {
  /// - Parameter violation: the violation with the reason, if any.
  init(_ violation: Violation?) { self.init(violation?.values ?? [:], violation?.displayTypes ?? [:]) }
}
