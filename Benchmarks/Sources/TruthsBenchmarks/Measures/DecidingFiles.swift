import Truths

extension Measure {
  /// Decisions over data that another program wrote (`lookups.py`).
  ///
  /// - Parameters:
  ///   - pack: the path of a truth file of pack `demo`.
  ///   - context: of facts as JSON Lines.
  ///   - proposals: of proposals as JSON Lines.
  static func files(_ pack: String, _ context: String, _ proposals: String) -> Measure {
    Measure(
      name: "decide", operation: "a decision on a ready proposal", size: "", sizes: [], counted: []
    ) { _ throws(Findings) in
      let truths = SourceText(path: "truths/demo/demo.truths", bytes: Files.read(pack))
      let facts = SourceText(path: context, bytes: Files.read(context))
      let decider = try Gate(RuleSet(Workspace(truths: [truths])), context: facts)
      var ready: [PreparedProposal] = []
      for line in Files.read(proposals).split(separator: UInt8(ascii: "\n")) { ready.append(try decider.prepare(Array(line))) }
      return Work(operations: ready.count) { () throws(Findings) in
        ready.reduce(0) { $0 &+ (decider.decision($1).outcome == .accepted ? 1 : 0) }
      }
    }
  }
}
