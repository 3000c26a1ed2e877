import CLibFuzzer
import Foundation

/// Runs libFuzzer on the target that `TRUTHS_FUZZ_TARGET` names. libFuzzer takes the arguments for itself, and starts this
/// program again with the same ones where it makes an input smaller, so that the target's name is no argument.
@main enum Main {
  /// What is done with each input. A C function can capture nothing, so it stands here; it is written once, before the first.
  nonisolated(unsafe) private static var attempt: ([UInt8]) -> Void = { _ in }

  static func main() {
    let name = ProcessInfo.processInfo.environment["TRUTHS_FUZZ_TARGET"] ?? ""
    guard let make = targets.first(where: { $0.name == name })?.make else {
      // Asked without a target it says which there are, one a line, for scripts to go through.
      print(targets.map(\.name).joined(separator: "\n"))
      exit(name.isEmpty ? 0 : 2)
    }
    // Swift keeps bits of its own in pointers, so that what globals hold looks as if nobody held it. Most are made by the first
    // input.
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

  /// Every target, with what makes it: what it needs beside its inputs is made once, before the first of them.
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
