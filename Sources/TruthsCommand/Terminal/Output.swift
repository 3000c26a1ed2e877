import Truths
import TruthsSystem

/// Writes findings and results to standard output, and other messages to standard error. With `--quiet` nothing is printed.
struct Output {
  var isQuiet: Bool

  /// Writes to standard output. If the reader is gone, writing ends without an error.
  func result(_ text: String) throws { try result(Array(text.utf8)) }

  /// Writes bytes unchanged to standard output.
  func result(_ bytes: [UInt8]) throws {
    if !isQuiet { try Output.write(bytes, to: STDOUT_FILENO) }
  }

  /// Prints the results of runs that a ledger has recorded. Where that fails or the reader is gone, standard error says that
  /// they are recorded.
  ///
  /// - Throws: the ``Failure`` of `print`, with that message appended.
  func tell(_ growth: LedgerGrowth, of ledger: String, _ print: () throws -> Void) throws {
    do {
      try print()
    } catch let failure as Failure {
      throw Failure("\(failure.message); \(growth.text(ledger: ledger))", failure.status)
    }
    if Output.isUnread { Output.complain("standard output was not read to its end; \(growth.text(ledger: ledger))") }
  }

  /// Writes a part of a longer output to standard output.
  ///
  /// - Returns: whether there is still a reader.
  func stream(_ bytes: UnsafeRawBufferPointer) throws -> Bool {
    if isQuiet { return true }
    let code = writeAll(bytes, to: STDOUT_FILENO)
    if code == EPIPE { Output.isUnread = true }
    if code != 0, code != EPIPE { throw Failure("standard output: \(FileSystem.reason(code))", .fault) }
    return code == 0
  }

  /// Writes a part of a longer output to standard output.
  func stream(_ bytes: [UInt8]) throws -> Bool { try bytes.withUnsafeBytes { try stream($0) } }

  /// Writes text unchanged to standard error, where standard output is used for something else.
  func aside(_ text: String) {
    if !isQuiet { try? Output.write(Array(text.utf8), to: STDERR_FILENO) }
  }

  /// Writes a line to standard error.
  func chatter(_ text: String) {
    if !isQuiet { Output.complain(text) }
  }

  /// Writes `truths: …` to standard error. If that fails, the message is lost.
  static func complain(_ text: String) {
    try? write(Array("truths: \(Tool.visible(text))\n".utf8), to: STDERR_FILENO)
  }

  /// Writes `truths: …` to standard error, unless `--quiet` was given.
  static func remark(_ text: String) {
    if !TruthsTool.isQuiet { complain(text) }
  }

  /// Opens closed standard descriptors, so that no other file gets their numbers and receives printed text. They still cannot
  /// be read or written.
  static func reserveStandardDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Makes writes to a closed pipe, or beyond the file size limit, fail instead of ending the process. A file that shrinks
  /// while it is read ends the process like a file that cannot be read.
  static func takeSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGBUS) { _ in
      let message: StaticString = "truths: a file became shorter while it was read\n"
      _ = TruthsSystem.write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
      _exit(ExitStatus.noInput.rawValue)
    }
  }

  /// Whether the reader of standard output closed its end early.
  nonisolated(unsafe) private(set) static var isUnread = false

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    let code = writeAll(bytes, to: descriptor)
    if code == EPIPE, descriptor == STDOUT_FILENO { isUnread = true }
    if code != 0, code != EPIPE { throw Failure("standard output: \(FileSystem.reason(code))", .fault) }
  }
}

/// Properties of the terminal and its environment.
enum Terminal {
  static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether lines can be edited: input comes from a terminal, and output goes to one that can move its cursor.
  static var editsLines: Bool { isatty(STDIN_FILENO) == 1 && isOutputTerminal && value("TERM") != "dumb" }

  /// The history file, named by `TRUTHS_HISTORY`.
  static var historyFile: String? { value("TRUTHS_HISTORY").flatMap { $0.isEmpty ? nil : $0 } }

  /// Whether to use colour: on a terminal that supports it, and never where `NO_COLOR` is set (https://no-color.org).
  static var wantsColor: Bool { isOutputTerminal && !isSet("NO_COLOR") && value("TERM") != "dumb" }

  private static func isSet(_ name: String) -> Bool { !(value(name) ?? "").isEmpty }

  private static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
