import Foundation
import Testing
import TruthsTestSupport

#if os(Linux)
  /// `truths repl` on a terminal: lines are edited, and the terminal's settings are restored at the end.
  @Suite("The terminal is left as it was", .serialized)
  struct TerminalTests {
    /// A terminal of its own with a command on it.
    final class Terminal {
      private let controller: Int32
      private let line: Int32
      private let process = Process()
      private let end: ProcessEnd
      private let before: termios

      init(columns: UInt16, in directory: URL, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
        controller = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (isLocked, number) = (Int32(0), UInt32(0))
        // TIOCSPTLCK and TIOCGPTN.
        try #require(
          controller >= 0 && ioctl(controller, 0x4004_5431, &isLocked) == 0 && ioctl(controller, 0x8004_5430, &number) == 0)
        line = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        try #require(line >= 0)
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(line, UInt(TIOCSWINSZ), &size)
        var settings = termios()
        tcgetattr(line, &settings)
        before = settings
        process.executableURL = BuiltCommand.directory.appending(path: "truths")
        process.arguments = ["repl"] + arguments
        process.currentDirectoryURL = directory
        process.environment = ["TERM": "xterm", "LC_ALL": "C.UTF-8"].merging(environment) { _, new in new }
        for keyPath in [\Process.standardInput, \.standardOutput, \.standardError] {
          process[keyPath: keyPath] = FileHandle(fileDescriptor: line)
        }
        end = ProcessEnd(of: process)
        try BuiltCommand.hearingSignals { try process.run() }
      }

      deinit {
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
        close(line)
        close(controller)
      }

      /// Types a text and reads until another one is shown, half a minute at most.
      func type(_ text: String, until shown: String) -> String {
        _ = Array(text.utf8).withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
        var seen: [UInt8] = []
        let limit = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < limit {
          var state = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
          guard poll(&state, 1, 100) > 0 else { continue }
          var part = [UInt8](repeating: 0, count: 4_096)
          let count = read(controller, &part, part.count)
          guard count > 0 else { break }
          seen += part[..<count]
          if String(decoding: seen, as: UTF8.self).contains(shown) { break }
        }
        return String(decoding: seen, as: UTF8.self)
      }

      func kill(_ signal: Int32) { Foundation.kill(process.processIdentifier, signal) }

      /// Waits for the end, and returns how the command ended, and whether the terminal's settings are restored.
      func finish() -> (status: Int32, reason: Process.TerminationReason, isRestored: Bool) {
        // A command that does not end is killed, and fails the test.
        let limit = ContinuousClock.now + .seconds(30)
        while process.isRunning, ContinuousClock.now < limit { usleep(20_000) }
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
        end.wait()
        var settings = termios()
        tcgetattr(line, &settings)
        let isRestored =
          settings.c_lflag == before.c_lflag && settings.c_iflag == before.c_iflag && settings.c_oflag == before.c_oflag
        return (process.terminationStatus, process.terminationReason, isRestored)
      }
    }

    /// The bytes of the prompt.
    static let prompt = "\r> \u{1B}[K\r\u{1B}[2C"

    @Test("lines are edited, completed and recalled; Ctrl-C clears one, Ctrl-D ends")
    func editing() throws {
      try withScratchDirectory { directory in
        let terminal = try Terminal(columns: 80, in: directory)
        #expect(terminal.type("", until: Self.prompt).contains(Self.prompt))
        #expect(terminal.type("let total = 40\r", until: "40 (integer)").contains("40 (integer)"))
        #expect(terminal.type("tot\t + 2\r", until: "42 (integer)").contains("42 (integer)"))
        #expect(terminal.type("\u{1B}[A\u{7F}3\r", until: "43 (integer)").contains("> total + 3"))
        #expect(terminal.type("nonsense\u{03}", until: "^C\r\r\n").contains("^C"))
        #expect(terminal.type("\"日本\u{1B}[D\u{1B}[Dx\u{1B}[F\"\r", until: "x日本 (text)").contains("x日本 (text)"))
        _ = terminal.type("\u{04}", until: "\r\n")
        #expect(terminal.finish() == (0, .exit, true))
      }
    }

    @Test("a narrow terminal shows the part of the line around the cursor")
    func narrow() throws {
      try withScratchDirectory { directory in
        let terminal = try Terminal(columns: 12, in: directory)
        _ = terminal.type("", until: Self.prompt)
        #expect(terminal.type("1 + 2 + 3 + 4 + 5", until: "\r> 3 + 4 + 5\u{1B}[K").contains("\r> 3 + 4 + 5\u{1B}[K"))
        #expect(terminal.type("\r", until: "15 (integer)").contains("15 (integer)"))
        _ = terminal.type(":quit\r", until: "\n")
        #expect(terminal.finish() == (0, .exit, true))
      }
    }

    @Test("a signal sets the terminal back", arguments: [SIGTERM, SIGHUP, SIGINT])
    func signals(_ signal: Int32) throws {
      try withScratchDirectory { directory in
        let terminal = try Terminal(columns: 80, in: directory)
        _ = terminal.type("abc", until: "> abc")
        terminal.kill(signal)
        #expect(terminal.finish() == (signal, .uncaughtSignal, true))
      }
    }

    @Test("lines are kept in a file only where one is named")
    func history() throws {
      try withScratchDirectory { directory in
        let file = directory.appending(path: "lines")
        var terminal = try Terminal(columns: 80, in: directory)
        _ = terminal.type("1 + 1\r", until: "2 (integer)")
        _ = terminal.type("\u{04}", until: "\r\n")
        #expect(terminal.finish().isRestored)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
        terminal = try Terminal(columns: 80, in: directory, ["--history", "lines"])
        _ = terminal.type("2 + 2\r", until: "4 (integer)")
        _ = terminal.type(":quit\r", until: ":quit\u{1B}[K")
        _ = terminal.finish()
        #expect(try String(contentsOf: file, encoding: .utf8) == "2 + 2\n:quit\n")
        terminal = try Terminal(columns: 80, in: directory, environment: ["TRUTHS_HISTORY": file.path])
        _ = terminal.type("", until: Self.prompt)
        #expect(terminal.type("\u{1B}[A\u{1B}[A\r", until: "4 (integer)").contains("4 (integer)"))
        _ = terminal.type("\u{04}", until: "\r\n")
        #expect(terminal.finish().isRestored)
      }
    }
  }
#endif
