import TruthsEngine
import TruthsJSON
import TruthsRendering

extension ReasonText {
  /// - Parameter violation: the one that gives the reason; `nil` where none does.
  init(_ violation: Violation?) { self.init(violation?.values ?? [:], violation?.displayTypes ?? [:]) }
}
