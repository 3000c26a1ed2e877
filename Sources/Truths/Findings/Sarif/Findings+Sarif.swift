import TruthsDiagnostics
import TruthsJSON

extension Findings {
  /// The findings as a log of SARIF 2.1.0, one run of the tool; its list of results is empty where nothing was found. Findings
  /// that `# truths:ignore` comments hide are not in it.
  public var sarif: String { JSONValue.object(SarifLog(diagnostics, in: sources).json).lines }
}
