import TruthsDiagnostics
import TruthsSyntax
import TruthsText

extension CheckSession {
  /// Lists jobs in the program; what they name is looked at with governance.
  func addJobs() {
    program.jobs = declared.jobs.map { job in
      checkName(job.name)
      return JobInfo(name: job.name.text, pack: job.pack, declaration: job.body, span: job.keySpan)
    }
  }

  /// Lists blueprints, and reports packs and steps that do not exist. A blueprint may name intents of the packs that it composes.
  func addBlueprints() {
    program.blueprints = declared.blueprints.map { blueprint in
      checkName(blueprint.name)
      for pack in blueprint.body.packs where !names.isPack(pack.text) {
        report(UnknownPack.found(pack, among: candidates(names.packNames)))
      }
      for step in blueprint.body.steps { check(step: step) }
      return BlueprintInfo(
        name: blueprint.name.text, pack: blueprint.pack, packs: blueprint.body.packs.map(\.text),
        steps: blueprint.body.steps.map(\.text), span: blueprint.keySpan)
    }
  }

  private func check(step: Name) {
    let parts = step.text.segments
    let index = names.intents[parts.last ?? step.text]
    if let index, parts.count == 1 || program.intents[index].pack == parts[0] { return }
    if names.isUnread(step.text) { return }
    report(UnknownIntent.found(step, among: candidates(program.intents.map(\.name))))
  }
}
