import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Resolves the names in jobs, and the guardrails that truths and invariants enforce. Finds names that lead nowhere (files §8).
struct JobNamePass: CheckPass {
  let session: CheckSession
  let bodies: CheckedBodies

  func run() {
    let hasLostNames = hasFinding(\.isOfLostName)
    checkEnforcement()
    checkJobs(hasLostNames)
  }

  /// Skipped in a set without `.jtbd` files.
  private func checkEnforcement() {
    guard declared.hasJobFiles else { return }
    for truth in bodies.truths { check(truth.declared.body.enforces, from: truth.declared.pack) }
    for invariant in bodies.invariants { check(invariant.declared.body.enforces, from: invariant.declared.pack) }
  }

  private func check(_ enforces: [Name], from pack: String) {
    for name in enforces {
      if let key = guardrail(name.text, from: pack) {
        usage.enforcedGuardrails.insert(key)
        session.note(.job(key.job), at: name.span)
      } else if !names.isUnread(name.text) {
        report(UnknownGuardrail.finding(name, among: candidates(guardrailNames)))
      }
    }
  }

  /// Returns the guardrail that `send_invoice.1` or `money.send_invoice.1` names.
  private func guardrail(_ text: String, from pack: String) -> Usage.GuardrailKey? {
    let parts = text.segments
    guard parts.count == 2 || parts.count == 3, let number = parts.last.flatMap({ Int($0) }), number >= 1 else { return nil }
    let candidates = names.jobs[parts[parts.count - 2]] ?? []
    let wanted = parts.count == 3 ? parts[0] : pack
    let job =
      candidates.first { program.jobs[$0].pack == wanted } ?? (parts.count == 2 && candidates.count == 1 ? candidates[0] : nil)
    guard let job, number <= program.jobs[job].declaration.guardrails.count else { return nil }
    return Usage.GuardrailKey(job: job, number: number - 1)
  }

  private var guardrailNames: [String] {
    program.jobs.flatMap { job in job.declaration.guardrails.indices.map { "\(job.name).\($0 + 1)" } }
  }
}

extension CheckPass {
  /// Whether any finding so far satisfies a condition. It uses indices, because copying a finding is expensive.
  func hasFinding(_ isWanted: (Diagnostic) -> Bool) -> Bool {
    let found = session.diagnostics
    return found.indices.contains { isWanted(found[$0]) }
  }
}

extension Diagnostic {
  /// Whether a declaration could not be read, or a name leads nowhere: something that seems to be missing or unused may exist.
  var isOfLostName: Bool { severity == .error && ["T0", "T1"].contains(code.family) }
}
