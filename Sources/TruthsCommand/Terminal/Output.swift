import Truths
import TruthsSystem

/// Where text goes: findings and results to standard output, chatter to standard error. With `--quiet` nothing is printed.
struct Output {
  var isQuiet: Bool

  /// Writes to standard output. A reader that went away ends the writing, not the command.
  func result(_ text: String) throws { try result(Array(text.utf8)) }

  /// Writes bytes as they are to standard output.
  func result(_ bytes: [UInt8]) throws {
    if !isQuiet { try Output.write(bytes, to: STDOUT_FILENO) }
  }

  /// Prints what runs came to whose entries stand in a ledger. Where it cannot be printed, or nobody reads it to its end,
  /// standard error says that they stand there.
  ///
  /// - Throws: ``Failure`` as `print`, with that behind it.
  func tell(_ growth: LedgerGrowth, of ledger: String, _ print: () throws -> Void) throws {
    do {
      try print()
    } catch let failure as Failure {
      throw Failure("\(failure.message); \(growth.text(ledger: ledger))", failure.status)
    }
    if Output.isUnread { Output.complain("standard output was not read to its end; \(growth.text(ledger: ledger))") }
  }

  /// Writes bytes of many to standard output.
  ///
  /// - Returns: whether somebody still reads them.
  func stream(_ bytes: UnsafeRawBufferPointer) throws -> Bool {
    if isQuiet { return true }
    let code = writeAll(bytes, to: STDOUT_FILENO)
    if code == EPIPE { Output.isUnread = true }
    if code != 0, code != EPIPE { throw Failure("standard output: \(FileSystem.reason(code))", .fault) }
    return code == 0
  }

  /// Writes bytes of many to standard output.
  func stream(_ bytes: [UInt8]) throws -> Bool { try bytes.withUnsafeBytes { try stream($0) } }

  /// Writes a text as it is to standard error, where standard output holds something else.
  func aside(_ text: String) {
    if !isQuiet { try? Output.write(Array(text.utf8), to: STDERR_FILENO) }
  }

  /// Writes a line to standard error.
  func chatter(_ text: String) {
    if !isQuiet { Output.complain(text) }
  }

  /// `truths: …` on standard error; what cannot be written there is lost.
  static func complain(_ text: String) {
    try? write(Array("truths: \(Tool.visible(text))\n".utf8), to: STDERR_FILENO)
  }

  /// The same, unless `--quiet` was given.
  static func remark(_ text: String) {
    if !TruthsTool.isQuiet { complain(text) }
  }

  /// Opens the standard descriptors that are closed, so that no file is opened in their place: what is printed would be written
  /// into it. They can still not be read or written.
  static func reserveStandardDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Lets a write to a closed pipe, or past the size that a file may have, fail instead of ending the process; and a file that
  /// shrinks while it is read end it as a file that cannot be read.
  static func takeSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGBUS) { _ in
      let message: StaticString = "truths: a file became shorter while it was read\n"
      _ = TruthsSystem.write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
      _exit(ExitStatus.noInput.rawValue)
    }
  }

  /// Whether a reader of standard output went away before it had read all.
  nonisolated(unsafe) private(set) static var isUnread = false

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    let code = writeAll(bytes, to: descriptor)
    if code == EPIPE, descriptor == STDOUT_FILENO { isUnread = true }
    if code != 0, code != EPIPE { throw Failure("standard output: \(FileSystem.reason(code))", .fault) }
  }
}

/// What the command knows about where its output goes.
enum Terminal {
  static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether lines can be edited: keys come from a terminal, and go to one that can move its cursor.
  static var editsLines: Bool { isatty(STDIN_FILENO) == 1 && isOutputTerminal && value("TERM") != "dumb" }

  /// The file that `TRUTHS_HISTORY` names.
  static var historyFile: String? { value("TRUTHS_HISTORY").flatMap { $0.isEmpty ? nil : $0 } }

  /// Colour: on a terminal that can, and never where `NO_COLOR` is set (https://no-color.org).
  static var wantsColor: Bool { isOutputTerminal && !isSet("NO_COLOR") && value("TERM") != "dumb" }

  private static func isSet(_ name: String) -> Bool { !(value(name) ?? "").isEmpty }

  private static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
