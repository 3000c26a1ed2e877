import ArgumentParser
import TruthsDebugAdapter
import TruthsFraming
import TruthsSystem

/// The command `truths debug`, which runs a debug adapter for editors.
struct DebugCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "debug",
    abstract: "A debug adapter for editors, over standard input and output (Debug Adapter Protocol).",
    discussion: """
      An editor starts this command, and steps through the decision of a proposal or a fixture; docs/how-to/debug.md shows how. \
      The exit code is 0 after `disconnect` or the end of the run, and 1 if the editor ends before.
      """)

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let adapter = DebugAdapter(host: DebugFiles())
    let output = Output(isQuiet: false)
    var frames = FrameReader(contentLimit: DebugMessage.contentLimit)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = retrying { TruthsSystem.read(STDIN_FILENO, &buffer, buffer.count) }
      guard count > 0 else {
        if adapter.hasEnded { return }
        throw ExitCode(1)
      }
      frames.append(buffer[..<count])
      while let frame = frames.next() {
        for message in adapter.take(DebugMessage(frame)) {
          guard try output.stream(FrameReader.framed(message)) else { throw ExitCode(1) }
        }
        if adapter.isDisconnected { return }
      }
    }
  }
}
