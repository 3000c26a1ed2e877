import TruthsDiagnostics
import TruthsRuntime

/// The colours of outcomes in reports.
extension RunEnding {
  /// The colour in which the outcome's name is printed.
  var style: Style {
    switch self {
    case .accepted: .help
    case .waiting: .warning
    case .rejected, .halted: .error
    }
  }
}
