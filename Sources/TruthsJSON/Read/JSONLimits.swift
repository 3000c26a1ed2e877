/// What a reader takes before it stops with T8006; language.md §1 and runtime.md §1 ask that every limit is a finding.
package struct JSONLimits: Hashable, Sendable {
  /// How deep objects and lists may be nested.
  package var depth: Int
  /// Bytes of one document, or of one line of JSON Lines.
  package var bytes: Int
  /// Values of one document or line: objects, lists and what stands in them.
  package var nodes: Int
  /// Whether noncharacters are taken: a truth file may hold them, so what is made of it may; data from outside may not.
  var takesNoncharacters = false

  package init(depth: Int, bytes: Int, nodes: Int) {
    self.depth = depth
    self.bytes = bytes
    self.nodes = nodes
  }

  /// For a proposal, a fixture file, a document: depth 64, 16 MiB, 2,000,000 values.
  package static let document = JSONLimits(depth: 64, bytes: 16 << 20, nodes: 2_000_000)

  /// For what is written here: a ledger, a line of it, what a run printed, a bundle. Around what a proposal says an entry has
  /// more, and may say it several times: depth 80, 1 GiB, 100,000,000 values.
  package static let ledger = JSONLimits(depth: 80, bytes: 1 << 30, nodes: 100_000_000)

  /// For what this process has written a moment ago: none but of depth, far beyond what is ever written.
  static let own = {
    var limits = JSONLimits(depth: 512, bytes: .max, nodes: .max)
    limits.takesNoncharacters = true
    return limits
  }()
}
