import TruthsProgram
import TruthsSyntax

/// The chapters about jobs and blueprints.
extension HandbookMaker {
  /// Returns the chapter of jobs to be done; `nil` if there is no job.
  func jobs() -> Handbook.Section? {
    if program.jobs.isEmpty { return nil }
    let enforcers = enforcers()
    let sections = program.jobs.enumerated().map { section($0.element, enforcers[$0.offset, default: [:]]) }
    return Handbook.Section(
      anchor: "jobs", title: "Jobs and their guardrails",
      blocks: [.paragraph("What people want to get done, and what must not happen on the way.")], sections: sections)
  }

  private func section(_ job: JobInfo, _ enforcers: [Int: [String]]) -> Handbook.Section {
    let name = "\(job.pack).\(job.name)"
    var blocks = summaryBlock(job.span)
    let declared = job.declaration
    let what = [declared.verb, declared.object].compactMap { $0?.text }.joined(separator: " ")
    if let outcome = declared.outcome { blocks.append(.paragraph("\(strong: "Purpose"): \(plain: outcome.text)")) }
    if !declared.triggers.isEmpty {
      blocks.append(.paragraph("\(strong: "Begins with") \(declared.triggers.map { trigger($0.text) }.listed("or"))."))
    }
    if !declared.artifacts.isEmpty {
      let chains = declared.artifacts.map { $0.map { Phrase.term(PlainName.words($0.text)) }.joined(", then ") }
      blocks.append(.paragraph("\(strong: "Results in") \(chains.listed())."))
    }
    let rows = declared.guardrails.enumerated().map { index, guardrail in
      row(guardrail, number: index + 1, of: name, enforcers[index, default: []])
    }
    blocks += table(["Must not", "Guarded by", "Examples"], rows)
    let title: Phrase = .plain(what.isEmpty ? PlainName.heading(job.name) : what)
    return Handbook.Section(anchor: HeadingAnchor.declaration("jtbd", name), title: title, id: name, blocks: blocks)
  }

  private func row(_ guardrail: Guardrail, number: Int, of job: String, _ enforcers: [String]) -> Handbook.Table.Row {
    var ids = guardrail.enforcedBy.map { [$0.text] } ?? []
    ids += enforcers.filter { !ids.contains($0) }
    var known = Set<String>()
    let shown = ids.flatMap { examples.refusing($0) }.filter { known.insert($0.id).inserted }
    let enforced: Phrase = ids.isEmpty ? "no truth" : ids.map { link(id: $0) }.lines
    return Handbook.Table.Row(
      [.plain(guardrail.mustNot.text), enforced, shown.isEmpty ? "–" : links(shown)],
      anchor: HeadingAnchor.declaration("jtbd", "\(job).\(number)"))
  }

  /// Returns the truths and invariants that declare to enforce a guardrail, by job and guardrail.
  private func enforcers() -> [Int: [Int: [String]]] {
    var result: [Int: [Int: [String]]] = [:]
    let owners =
      program.truths.map { (id: $0.id, pack: $0.pack, span: $0.span) }
      + program.invariants.map { (id: $0.id, pack: $0.pack, span: $0.span) }
    for owner in owners {
      for name in enforces(owner.span) {
        guard let (job, number) = guardrail(name, from: owner.pack) else { continue }
        result[job, default: [:]][number, default: []].append(owner.id)
      }
    }
    return result
  }

  /// Resolves a guardrail's name, `send_invoice.1` or `money.send_invoice.1`, to an index in ``Program/jobs`` and an index from
  /// 0.
  func guardrail(_ text: String, from pack: String) -> (job: Int, number: Int)? {
    let segments = text.split(separator: ".").map(String.init)
    guard segments.count == 2 || segments.count == 3, let number = segments.last.flatMap({ Int($0) }), number >= 1 else {
      return nil
    }
    let name = segments[segments.count - 2]
    let wanted = segments.count == 3 ? segments[0] : pack
    let candidates = program.jobs.indices.filter { program.jobs[$0].name == name }
    let job =
      candidates.first { program.jobs[$0].pack == wanted } ?? (segments.count == 2 && candidates.count == 1 ? candidates[0] : nil)
    return job.map { ($0, number - 1) }
  }

  /// Returns the fact type or intent of a trigger: `work_completed` is the fact type `work.completed`, or an intent.
  private func trigger(_ name: String) -> Phrase {
    let plain = name.replacing(".", with: "_")
    if let fact = program.facts.first(where: { $0.name.replacing(".", with: "_") == plain }) { return link(fact: fact) }
    return link(intent: name)
  }

  /// Returns the chapter of blueprints, which are flows of work through several packs; `nil` if there is no blueprint.
  func blueprints() -> Handbook.Section? {
    if program.blueprints.isEmpty { return nil }
    let sections = program.blueprints.map { blueprint -> Handbook.Section in
      var blocks = summaryBlock(blueprint.span)
      if case .blueprint(let body)? = declarations[blueprint.span]?.body, let outcome = body.outcome {
        blocks.append(.paragraph("\(strong: "Purpose"): \(plain: outcome.text)"))
      }
      if !blueprint.packs.isEmpty { blocks.append(.paragraph("Packs: \(blueprint.packs.map { link(pack: $0) }.listed()).")) }
      blocks.append(.steps(blueprint.steps.map { step($0) }))
      return Handbook.Section(
        anchor: HeadingAnchor.declaration("blueprint", "\(blueprint.pack).\(blueprint.name)"),
        title: .plain(PlainName.heading(blueprint.name)), id: "\(blueprint.pack).\(blueprint.name)", blocks: blocks)
    }
    return Handbook.Section(
      anchor: "blueprints", title: "Flows of work",
      blocks: [.paragraph("Each flow lists, in order, what people or programs propose from its beginning to its end.")],
      sections: sections)
  }

  private func step(_ name: String) -> Phrase {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    guard let index = program.intents.firstIndex(where: { $0.name == last }) else { return .term(PlainName.words(name)) }
    let about: Phrase = summary(program.intents[index].span).map { ": \($0)" } ?? ""
    return "\(link(intent: last))\(about)"
  }
}
