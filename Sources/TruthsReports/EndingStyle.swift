import TruthsDiagnostics
import TruthsRuntime

/// The colours of outcomes in reports.
extension RunEnding {
  /// The colour of the outcome's name.
  var style: Style {
    switch self {
    case .accepted: .help
    case .waiting: .warning
    case .rejected, .halted: .error
    }
  }
}
