package import TruthsJSON
package import TruthsProgram
package import TruthsRuntime
import TruthsText

/// The capabilities answer to a handshake: what the runtime says is "true enough to run" (contract §8).
package enum Capabilities {
  /// Returns the object of contract §8.1 with the process's budgets, transports and hashes.
  ///
  /// After the contract's members it has the budgets in effect (§8.2), the transport flags (§13.6), the truths hash, and for each
  /// intent its governing hash and the hash of the policies that its truths read. By these two a session notices that rules
  /// changed while a client was offline (§16.3).
  ///
  /// `active_truths` are patterns: ids of truths and invariants with their last segment replaced by `*`. Built-in ones are left
  /// out.
  ///
  /// - Parameters:
  ///   - context: the context whose policy settings apply; without one, policies have their defaults.
  ///   - transports: the transports that this process serves.
  package static func answer(
    for procedure: RunProcedure, in context: Context? = nil, budget: SessionBudget = SessionBudget(),
    transports: TransportFlags = .none
  ) -> JSONObject {
    record.object(of: (procedure, context ?? procedure.emptyContext, budget, transports))
  }

  /// Returns the answer for a program alone, as `truths capabilities` prints it.
  package static func answer(for program: Program) -> JSONObject { answer(for: RunProcedure(program: program)) }

  private static let builtInPack = "converge"

  /// Returns a hash of each intent, by its name in JSON.
  private static func hashes(_ procedure: RunProcedure, _ hash: (String) -> String) -> JSONObject {
    let intents = procedure.program.intents.filter { !$0.isBuiltIn }.map(\.jsonName)
    return JSONObject(intents.map { .init(name: Text($0), value: .text(hash($0))) })
  }

  private static func patterns(_ program: Program) -> [String] {
    let truths = program.truths.filter { !$0.isBuiltIn }.map(\.id)
    let invariants = program.invariants.filter { $0.pack != builtInPack }.map(\.id)
    return sorted((truths + invariants).map { pattern(of: $0) })
  }

  /// Returns the pattern of an id: `money.invoice.creation` → `money.invoice.*`. An id of one segment is its own pattern.
  private static func pattern(of id: String) -> String {
    guard let dot = id.utf8.lastIndex(of: UInt8(ascii: ".")) else { return id }
    return id[..<dot] + ".*"
  }

  /// Returns the distinct names in byte order.
  private static func sorted(_ names: [String]) -> [String] {
    Set(names).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// The transports that a process offers (contract §13.6).
package struct TransportFlags: Hashable, Sendable {
  /// Transports with their status: `supported`, `experimental` or `planned`. The first one is the default.
  package var transports: [Flag]
  /// Largest gap that is answered with a delta, in events; a larger one is answered with a snapshot.
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

  /// Flags of a process that serves no clients, such as the command line: it neither streams nor resumes.
  package static let none = TransportFlags([])

  /// Flags that mark the given transports as supported.
  package init(_ served: [TransportKind], maxResumeGap: Int = SessionOptions.standardResumeGap) {
    transports = served.map { Flag($0.rawValue, "supported") }
    self.maxResumeGap = maxResumeGap
  }

  /// Whether a supported transport pushes events.
  package var isStreamingSupported: Bool {
    transports.contains { $0.status == "supported" && TransportKind(rawValue: $0.type)?.isStreaming == true }
  }
}

extension Capabilities {
  package static let shape = record.shape

  private typealias Process = (procedure: RunProcedure, context: Context, budget: SessionBudget, transports: TransportFlags)

  private static let record = JSONRecord<Process>([
    .required("packs", .list(.text), "The packs that are loaded.") {
      $0.procedure.program.packs.map(\.name).filter { $0 != builtInPack }
    },
    .required("active_truths", .list(.text), "Patterns of the ids of truths and invariants.") { patterns($0.procedure.program) },
    .required("streaming_supported", .boolean, "Whether there is a live stream.") { $0.transports.isStreamingSupported },
    .required("policies", .list(.text), "The policies, each with its pack.") {
      sorted($0.procedure.program.policies.map(\.qualifiedName))
    },
    .required("determinism_mode_available", .boolean, "Whether decisions can be made again.") { _ in true },
    .required("budgets", of: SessionBudget.record, "The limits in effect.") { $0.budget },
    .required("capabilities", of: TransportFlags.record, "The transports that are offered.") { $0.transports },
    .required("truths", .hash, "The truths hash.") { $0.procedure.truthsHash },
    .required("governing", .map(.hash), "The governing hash of each intent.") {
      hashes($0.procedure, $0.procedure.governingHash)
    },
    .required("governing_policies", .map(.hash), "The hash of the policies that each intent depends on.") { process in
      hashes(process.procedure) { process.procedure.policiesHash(of: $0, in: process.context) }
    },
  ])
}

extension TransportFlags {
  /// The object under `capabilities`, in the contract's field order; members without a value are left out.
  package static let record = JSONRecord<TransportFlags>([
    .required("transports", listOf: flag, "Each transport.") { $0.transports },
    .optional("default_transport", .text, "The first transport in the list.") { $0.transports.first?.type },
    .required("resume_supported", .boolean, "Whether a session can go on after a gap.") { !$0.transports.isEmpty },
    .optional("max_resume_gap", .count, "The largest gap for which a client gets the missing events.") {
      $0.transports.isEmpty ? nil : $0.maxResumeGap
    },
  ])

  private static let flag = JSONRecord<Flag>([
    .required("type", .words(TransportKind.allCases.map(\.rawValue)), "The name of the transport.") { $0.type },
    .required("status", .words(["supported", "experimental", "planned"]), "Whether the transport is served.") { $0.status },
  ])
}
