package import TruthsJSON
package import TruthsProgram
package import TruthsRuntime

/// The answer to a handshake: what the runtime says is "true enough to run" (contract §8).
package enum Capabilities {
  /// The object of contract §8.1, then the budgets in effect (§8.2), the transport flags (§13.6), the truths hash, and per intent
  /// its governing hash and the hash of the policies behind it, by which a session notices that they changed while a client was
  /// offline (§16.3).
  ///
  /// `active_truths` are patterns: ids of truths and invariants with their last segment replaced by `*`. What is built in is left
  /// out.
  ///
  /// - Parameters:
  ///   - context: where policies may be set; none: they have their defaults.
  ///   - transports: what this process serves, and nothing else.
  package static func answer(
    for procedure: RunProcedure, in context: Context? = nil, budget: SessionBudget = SessionBudget(),
    transports: TransportFlags = .none
  ) -> JSONObject {
    let program = procedure.program
    let intents = program.intents.filter { !$0.isBuiltIn }.map(\.name)
    var governing = JSONObject()
    var policies = JSONObject()
    for intent in intents {
      governing[intent] = .text(procedure.governingHash(of: intent))
      policies[intent] = .text(procedure.policiesHash(of: intent, in: context ?? procedure.emptyContext))
    }
    return [
      "packs": .texts(program.packs.map(\.name).filter { $0 != builtInPack }), "active_truths": .texts(patterns(program)),
      "streaming_supported": .boolean(transports.isStreamingSupported),
      "policies": .texts(sorted(program.policies.map(\.qualifiedName))), "determinism_mode_available": .boolean(true),
      "budgets": .object(budget.json), "capabilities": .object(transports.json), "truths": .text(procedure.truthsHash),
      "governing": .object(governing), "governing_policies": .object(policies),
    ]
  }

  /// The same from a program alone: what `truths capabilities` prints.
  package static func answer(for program: Program) -> JSONObject { answer(for: RunProcedure(program: program)) }

  private static let builtInPack = "converge"

  private static func patterns(_ program: Program) -> [String] {
    let truths = program.truths.filter { !$0.isBuiltIn }.map(\.id)
    let invariants = program.invariants.filter { $0.pack != builtInPack }.map(\.id)
    return sorted((truths + invariants).map { pattern(of: $0) })
  }

  /// `money.invoice.creation` → `money.invoice.*`; an id of one segment stands for itself.
  private static func pattern(of id: String) -> String {
    guard let dot = id.utf8.lastIndex(of: UInt8(ascii: ".")) else { return id }
    return id[..<dot] + ".*"
  }

  /// In byte order, each once.
  private static func sorted(_ names: [String]) -> [String] {
    Set(names).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// The transports that a process offers, contract §13.6, and nothing else: a flag, not an architectural decision.
package struct TransportFlags: Hashable, Sendable {
  /// Each with its status, `supported`, `experimental` or `planned`; the first is the default.
  package var transports: [Flag]
  /// The largest gap that is answered with a delta; past it a snapshot is sent.
  package var maxResumeGap: Int

  /// One transport and its status.
  package struct Flag: Hashable, Sendable {
    package var type: String
    package var status: String

    package init(_ type: String, _ status: String) {
      self.type = type
      self.status = status
    }
  }

  /// Of a process that serves nobody, as the command alone: nothing is streamed, and nothing can be resumed.
  package static let none = TransportFlags([])

  /// Transports that are served.
  package init(_ served: [TransportKind], maxResumeGap: Int = SessionOptions.standardResumeGap) {
    transports = served.map { Flag($0.rawValue, "supported") }
    self.maxResumeGap = maxResumeGap
  }

  /// Whether a live stream is to be had.
  package var isStreamingSupported: Bool {
    transports.contains { $0.status == "supported" && TransportKind(rawValue: $0.type)?.isStreaming == true }
  }

  /// The object under `capabilities`, in the contract's field order; what there is none of is left out.
  package var json: JSONObject {
    var object: JSONObject = [
      "transports": .array(transports.map { .object(["type": .text($0.type), "status": .text($0.status)]) })
    ]
    object["default_transport"] = transports.first.map { .text($0.type) }
    object["resume_supported"] = .boolean(!transports.isEmpty)
    if !transports.isEmpty { object["max_resume_gap"] = .integer(maxResumeGap) }
    return object
  }
}

extension Capabilities {
  package static let shape = JSONShape.members([
    .required("packs", .list(.text), "The packs that are loaded."),
    .required("active_truths", .list(.text), "Patterns of the ids of truths and invariants."),
    .required("streaming_supported", .boolean, "Whether there is a live stream."),
    .required("policies", .list(.text), "The policies, each with its pack."),
    .required("determinism_mode_available", .boolean, "Whether decisions can be made again."),
    .required(
      "budgets",
      .members(
        SessionBudget.names.filter { $0.hasPrefix("max_") && $0 != "max_work" }.map { name in
          ["max_cycles", "max_steps", "max_facts"].contains(name)
            ? .required(name, .count, "A limit of one run.") : .optional(name, .count, "A limit of the session.")
        }), "The limits in effect."),
    .required("capabilities", TransportFlags.shape, "The transports that are offered."),
    .required("truths", .hash, "The truths hash."), .required("governing", .map(.hash), "The governing hash of each intent."),
    .required("governing_policies", .map(.hash), "The hash of the policies behind each intent."),
  ])
}

extension TransportFlags {
  fileprivate static let shape = JSONShape.members([
    .required(
      "transports",
      .list(
        .members([
          .required("type", .words(TransportKind.allCases.map(\.rawValue)), "Its name."),
          .required("status", .words(["supported", "experimental", "planned"]), "Whether it is served."),
        ])), "Each transport."),
    .optional("default_transport", .text, "The first one."),
    .required("resume_supported", .boolean, "Whether a session can go on after a gap."),
    .optional("max_resume_gap", .count, "The largest gap that is answered with what is missing."),
  ])
}
