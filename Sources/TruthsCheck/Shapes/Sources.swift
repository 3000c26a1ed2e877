import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// A source with what its lowering found, for the passes behind the first.
struct SourceBody {
  var declared: Declared<SourceDeclaration>
  var body: Body

  var qualifiedName: String { declared.qualifiedName }
  var syntax: SourceDeclaration { declared.body }
}

extension CheckSession {
  /// Lowers every source: first what it reads of a document, then its clauses over that.
  func checkSources() {
    for source in declared.sources {
      checkName(source.name)
      let shape = ShapeReader(source, self).read()
      let members = members(of: shape, pack: source.pack, source: source.name.text)
      let body = Body(
        session: self, scope: names.scope(source.pack), isBuiltIn: false, trigger: Trigger(inputs: members),
        lets: source.body.lets, isSource: true)
      var outputs: [CheckedOutput] = []
      var proposals: [CheckedProposal] = []
      for (position, entry) in source.body.produces.enumerated() {
        switch entry.kind {
        case .trace: report(MisplacedOutput.trace(at: entry.span))
        case .fact(let output):
          if output.isCorrection { report(MisplacedOutput.correction(output.type)) }
          if let typed = body.output(output, position: position, at: entry.span) { outputs.append(typed.checked) }
        case .proposal(let output):
          if let checked = body.proposal(output, position: position) { proposals.append(checked) }
        }
      }
      if source.body.produces.isEmpty, source.isWhole { report(MisplacedOutput.nothing(at: source.keySpan)) }
      body.finishLets()
      sourceBodies.append(SourceBody(declared: source, body: body))
      program.sources.append(
        CheckedSource(
          name: source.name.text, pack: source.pack, document: source.body.document.text, each: source.body.each?.steps ?? [],
          isClosed: source.body.isClosed, inputs: body.trigger.inputs, inherited: inheritedMembers(shape),
          lets: body.checkedLets, outputs: outputs, proposals: proposals, frameSize: body.frameSize, span: source.keySpan))
    }
  }
}
