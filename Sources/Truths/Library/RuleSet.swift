import TruthsRuntime

/// A rule set: truths and jobs without errors, checked and compiled once.
///
///     let rules = try RuleSet([SourceText(path: "truths/shop/shop.truths", bytes: bytes)])
///     for intent in rules.intents { print(intent.name, intent.fields.map(\.name)) }
///
/// It never changes, and any number of threads may share it.
public struct RuleSet: Sendable {
  /// The set as a workspace, for everything else that can be done with it.
  public let workspace: Workspace
  /// SHA-256 over what it declares, `sha256:…`: two sets with one hash decide alike.
  public let hash: String
  /// What `check` found; none of it is an error.
  public let warnings: Findings

  /// Checks and compiles files.
  ///
  /// - Parameter files: truth and job files; from its path follows the pack of each. Of two with one path one is read.
  /// - Throws: the findings of a set with errors.
  /// - Complexity: O(n log n) in the size of the files.
  public init(_ files: [SourceText]) throws(Findings) { try self.init(Workspace(truths: files)) }

  /// The same from a bundle, `*.truthpack`.
  ///
  /// - Throws: what is wrong with the bundle, or that it is not what its sources give.
  public init(bundle: SourceText) throws(Findings) { try self.init(try TruthPack(bundle).workspace()) }

  /// Compiles a workspace.
  ///
  /// - Throws: the findings of a set with errors.
  public init(_ workspace: Workspace) throws(Findings) {
    self.workspace = workspace
    hash = try workspace.procedure().truthsHash
    warnings = workspace.check()
  }

  /// The set as a bundle, the text of `truths build`.
  ///
  /// - Throws: that a file holds what JSON cannot.
  public func bundle() throws(Findings) -> String { try workspace.build() }
}
