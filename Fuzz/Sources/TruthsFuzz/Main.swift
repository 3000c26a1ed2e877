import CLibFuzzer
import Foundation

/// Runs libFuzzer on the target that `TRUTHS_FUZZ_TARGET` names. libFuzzer takes the arguments for itself, and starts this
/// program again with the same ones where it makes an input smaller, so that the target's name is no argument.
@main enum Main {
  /// The target's function for each input. It is a global, because a C function can capture nothing, and is set once, before the
  /// first input.
  nonisolated(unsafe) private static var attempt: ([UInt8]) -> Void = { _ in }

  static func main() {
    let name = ProcessInfo.processInfo.environment["TRUTHS_FUZZ_TARGET"] ?? ""
    guard let make = targets.first(where: { $0.name == name })?.make else {
      // Asked without a target it says which there are, one a line, for scripts to go through.
      print(targets.map(\.name).joined(separator: "\n"))
      exit(name.isEmpty ? 0 : 2)
    }
    // Swift stores bits of its own in pointers, so the leak checker does not recognize what globals hold. Most of it is
    // allocated by the first input.
    __lsan_disable()
    attempt = make()
    attempt([])
    __lsan_enable()
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    let status = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
      Main.attempt(Array(UnsafeBufferPointer(start: data, count: size)))
      return 0
    }
    exit(status)
  }

  /// The targets, each with the function that creates it. Data that a target needs besides its inputs is created once.
  private static var targets: [(name: String, make: () -> ([UInt8]) -> Void)] {
    [
      ("yaml", { YAMLTarget.attempt }),
      ("clauses", { ClausesTarget.attempt }),
      ("json", { JSONTarget.attempt }),
      ("fixtures", { FixturesTarget().attempt }),
      ("ledger", { LedgerTarget().attempt }),
      ("bundle", { BundleTarget.attempt }),
      ("format", { FormatTarget.attempt }),
      ("decide", { DecideTarget.attempt }),
      ("tamper", { TamperTarget().attempt }),
      ("session", { SessionTarget().attempt }),
    ]
  }
}
