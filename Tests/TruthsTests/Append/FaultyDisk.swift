import Foundation
import Testing
import TruthsTestSupport

/// A fault that a preloaded library injects at one of the calls with which a command changes files (`Tests/Faults/faults.c`).
struct Fault: CustomStringConvertible {
  /// The kind of a fault.
  enum Kind: String, CaseIterable {
    case noSpace = "ENOSPC", noSpaceAnyMore = "ENOSPC+", inputOutput = "EIO", inputOutputFromNowOn = "EIO+", tooLarge = "EFBIG"
    case brokenOff = "EINTR", short = "SHORT"
    case killedBefore = "KILL-before", killedAfter = "KILL-after", endedBefore = "TERM-before", endedAfter = "TERM-after"
    case powerLost = "LOST", powerLostWithZeros = "ZEROS", powerLostOutOfOrder = "TORN"

    /// The words that the message must contain; `nil` for a fault that makes no call fail permanently.
    var reason: String? {
      switch self {
      case .noSpace, .noSpaceAnyMore: "no space left on the device"
      case .inputOutput, .inputOutputFromNowOn: "Input/output error"
      case .tooLarge: "the file would be larger than is allowed"
      default: nil
      }
    }

    /// Whether the process has no chance to say anything.
    var isSudden: Bool { self == .killedBefore || self == .killedAfter || isPowerLoss }
    var isPowerLoss: Bool { [.powerLost, .powerLostWithZeros, .powerLostOutOfOrder].contains(self) }
    /// Whether nothing works any more from then on.
    var isLasting: Bool { self == .noSpaceAnyMore || self == .inputOutputFromNowOn }
    /// Whether it is a signal that a process hears.
    var isEnding: Bool { self == .endedBefore || self == .endedAfter }

    /// Whether a command can do without a call of this name, and so may go on.
    static func isDispensable(_ call: String) -> Bool { ["fchown", "unlink", "fsetxattr"].contains(call) }

    /// Whether it can strike a call of this name.
    func strikes(_ call: String) -> Bool {
      switch self {
      case .short: call == "write" || call == "pwrite"
      case .brokenOff: !["mkstemp", "rename", "unlink", "fchmod", "fchown", "fsetxattr"].contains(call)
      default: true
      }
    }
  }

  var kind: Kind
  /// The number of the call, from 1; 0 is the end of the process.
  var number: Int
  /// The name of the call.
  var call: String

  var description: String { "\(kind.rawValue) at call \(number), \(call)" }

  /// Each kind of fault at each of some calls.
  static func all(_ kinds: [Kind], at calls: [String]) -> [Fault] {
    let within = calls.enumerated().flatMap { index, call in
      kinds.filter { $0.strikes(call) }.map { Fault(kind: $0, number: index + 1, call: call) }
    }
    let behind = kinds.filter { $0.isPowerLoss || $0 == .endedAfter }.map { Fault(kind: $0, number: 0, call: "end") }
    return within + behind
  }
}

/// Runs commands whose files are faulty.
enum FaultyDisk {
  /// Every kind with `TRUTHS_SOAK`, without it those that are named.
  static func kinds(_ few: Fault.Kind...) -> [Fault.Kind] { isSoak ? Fault.Kind.allCases : few }

  static let isSoak = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] != nil

  /// The library, built with the toolchain's compiler beside the command that is tested.
  private static let library = Swift.Result { () throws -> String in
    let path = BuiltCommand.besideBundle.appending(path: "libTruthsFaults.so").path
    let source = Repository.root.appending(path: "Tests/Faults/faults.c").path
    let built = try BuiltCommand.shell(
      """
      compiler=$(command -v clang || command -v cc || echo "$(dirname "$(readlink -f "$(command -v swift)")")/clang")
      "$compiler" -Wall -Wextra -Werror -O1 -shared -fPIC '\(source)' -o '\(path)'.$$ -ldl && mv '\(path)'.$$ '\(path)'
      """, in: Repository.root, environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
    try #require(built.status == 0, "\(built)")
    return path
  }

  /// Runs a command with at most one fault.
  ///
  /// - Parameter command: a line of shell that begins with `truths`.
  /// - Returns: the result, and the calls that the command made.
  static func run(
    _ command: String, _ fault: Fault? = nil, in directory: URL
  ) throws -> (result: BuiltCommand.Result, calls: [String]) {
    try withScratchDirectory { scratch in
      let log = scratch.appending(path: "log")
      var settings = "LD_PRELOAD='\(try library.get())' TRUTHS_FAULT_LOG='\(log.path)'"
      if let fault { settings += " TRUTHS_FAULT='\(fault.kind.rawValue)@\(fault.number)'" }
      // With something behind it the shell does not become the command, and says by its own status which signal ended that.
      let result = try BuiltCommand.shell(
        "\(settings) \(command); exit $?", in: directory, built: BuiltCommand.besideBundle)
      let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map { $0.split(separator: " ") }
      if let fault {
        let struck = lines.first { $0.last == "injected" }
        // Without this check a test could pass without a fault.
        try #require(struck?.first.map(String.init) == "\(fault.number)", "\(fault) was not injected: \(lines)")
        #expect(struck?[1] == fault.call[...])
      }
      return (result, lines.map { String($0[1]) }.filter { $0 != "end" })
    }
  }
}
