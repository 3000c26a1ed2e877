import TruthsDiagnostics
import TruthsRuntime

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
