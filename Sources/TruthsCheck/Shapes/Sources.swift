import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// A lowered source for the later passes. It must not hold the ``ClauseTypeChecker``, because the checker holds the session, and
/// the session holds this body: that would be a reference cycle.
struct SourceBody {
  var declared: Declared<SourceDeclaration>
  var lets: [ClauseTypeChecker.Let]
  var references: SmallSet<LookedUpDeclaration>

  var qualifiedName: String { declared.qualifiedName }
  var syntax: SourceDeclaration { declared.body }
}

/// Lowers every source: first the shape that it reads of a document, then its clauses over that shape.
struct SourcePass: CheckPass {
  let session: CheckSession

  func run() -> [SourceBody] {
    tables.documentRecords = []
    var bodies: [SourceBody] = []
    for source in declared.sources {
      NameRules(session: session).checkName(source.name)
      session.note(.document(source.body.document.text), at: source.body.document.span, .declaration)
      let shape = ShapeReader(source, session).read()
      let typing = ShapeTyping(session: session)
      let members = typing.members(of: shape, pack: source.pack, source: source.name.text)
      let checker = ClauseTypeChecker(
        session: session, scope: names.scope(source.pack), isBuiltIn: false, trigger: Trigger(inputs: members),
        lets: source.body.lets, isSource: true)
      var outputs: [CheckedOutput] = []
      var proposals: [CheckedProposal] = []
      for (position, entry) in source.body.produces.enumerated() {
        switch entry.kind {
        case .trace: report(MisplacedOutput.trace(at: entry.span))
        case .fact(let output):
          if output.isCorrection { report(MisplacedOutput.correction(output.type)) }
          if let typed = checker.output(output, position: position, at: entry.span) { outputs.append(typed.checked) }
        case .proposal(let output):
          if let checked = checker.proposal(output, position: position) { proposals.append(checked) }
        }
      }
      if source.body.produces.isEmpty, source.isWhole { report(MisplacedOutput.nothing(at: source.keySpan)) }
      checker.finishLets()
      bodies.append(SourceBody(declared: source, lets: checker.lets, references: checker.references))
      program.sources.append(
        CheckedSource(
          name: source.name.text, pack: source.pack, document: source.body.document.text, each: source.body.each?.steps ?? [],
          isClosed: source.body.isClosed, inputs: checker.trigger.inputs, inherited: typing.inheritedMembers(shape),
          lets: checker.checkedLets, outputs: outputs, proposals: proposals, frameSize: checker.frameSize, span: source.keySpan))
    }
    return bodies
  }
}
