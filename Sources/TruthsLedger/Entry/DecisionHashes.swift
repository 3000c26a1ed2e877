/// The two hashes that a decision and its traces record (hashes §3.3).
package struct DecisionHashes: Sendable {
  /// The hash of what was decided about.
  package var input: Digest
  /// The hash of what was decided.
  package var output: Digest

  package init(input: Digest, output: Digest) { (self.input, self.output) = (input, output) }
}
