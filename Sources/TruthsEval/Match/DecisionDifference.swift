/// How what came differs from what a fixture expects.
struct DecisionDifference {
  var mismatches: [Mismatch]
  /// The edits of the fixture after which as little as possible differs.
  var edits: [FixtureEdit] = []
  /// The truths that the fixture names and that neither fired nor blocked.
  var neverFired: [String] = []

  /// Adds another difference of the same fixture.
  mutating func add(_ other: DecisionDifference) {
    mismatches += other.mismatches
    edits += other.edits
    neverFired += other.neverFired
  }
}
