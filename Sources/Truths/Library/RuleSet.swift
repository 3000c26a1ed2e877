import TruthsRuntime

/// A rule set: truths and jobs without errors, checked and compiled once.
///
///     let rules = try RuleSet([SourceText(path: "truths/shop/shop.truths", bytes: bytes)])
///     for intent in rules.intents { print(intent.name, intent.fields.map(\.name)) }
///
/// It is immutable, and any number of threads may share it.
public struct RuleSet: Sendable {
  /// The set as a workspace, for all other operations.
  public let workspace: Workspace
  /// SHA-256 over the set's declarations, `sha256:…`. Two sets with the same hash decide alike.
  public let hash: String
  /// The findings of `check`; none of them is an error.
  public let warnings: Findings

  /// Checks and compiles files.
  ///
  /// - Parameter files: truth and job files. The path of each determines its pack. Of two files with the same path, one is
  ///   read.
  /// - Throws: the findings of a set with errors.
  /// - Complexity: O(n log n) in the size of the files.
  public init(_ files: [SourceText]) throws(Findings) { try self.init(Workspace(truths: files)) }

  /// Checks and compiles a bundle, `*.truthpack`.
  ///
  /// - Throws: findings where the bundle is invalid, or does not match its sources.
  public init(bundle: SourceText) throws(Findings) { try self.init(try TruthPack(bundle).workspace()) }

  /// Compiles a workspace.
  ///
  /// - Throws: the findings of a set with errors.
  public init(_ workspace: Workspace) throws(Findings) {
    self.workspace = workspace
    hash = try workspace.procedure().truthsHash
    warnings = workspace.check()
  }

  /// Returns the set as a bundle, the text of `truths build`.
  ///
  /// - Throws: findings where a file holds text that JSON cannot represent.
  public func bundle() throws(Findings) -> String { try workspace.build() }
}
