/// The two hashes that a decision and its traces record (hashes §3.3).
package struct DecisionHashes: Sendable {
  /// The hash of all that the decision depends on.
  package var input: Digest
  /// The hash of the decision and its facts.
  package var output: Digest

  package init(input: Digest, output: Digest) { (self.input, self.output) = (input, output) }
}
