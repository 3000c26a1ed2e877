import Dispatch
import Synchronization
import Truths
import TruthsLanguageServer
import TruthsSystem

/// A language server between standard input and output. One thread cuts the input into messages, so that a request can be
/// cancelled before its turn; this one handles them in order, and tells what is at fault once none waits.
final class LanguageSession: Sendable {
  /// The milliseconds in which no message has to come before fixes are looked for by trial, and before fixtures are looked at,
  /// for which the set is compiled; more where that takes long, so that it is seldom in the way of who types.
  private static let pause = 150

  private struct Arrived {
    var queue = MessageQueue()
    var hasEnded = false
  }

  private let arrived = Mutex(Arrived())
  private let bell = DispatchSemaphore(value: 0)

  /// Begins to read standard input on a thread of its own.
  func startReading() { DispatchQueue(label: "reader").async { self.read() } }

  private func read() {
    var frames = FrameReader()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = retrying { TruthsSystem.read(STDIN_FILENO, &buffer, buffer.count) }
      guard count > 0 else { break }
      frames.append(buffer[..<count])
      while let frame = frames.next() {
        let message = EditorMessage(frame)
        arrived.withLock { $0.queue.put(message) }
        bell.signal()
      }
    }
    arrived.withLock { $0.hasEnded = true }
    bell.signal()
  }

  /// Handles messages until the client ends.
  ///
  /// - Returns: the exit status.
  func serve() throws -> Int32 {
    let server = LanguageServer(host: EditorFiles())
    let output = Output(isQuiet: false)
    var pause = Self.pause
    while true {
      let isLong = !wait(pause, for: server)
      while bell.wait(timeout: .now()) == .success {}
      while let message = arrived.withLock({ $0.queue.take() }) {
        guard try send(server.take(message), to: output) else { return 1 }
        while let work = server.takeWork() {
          guard try send(waiting(for: work), to: output) else { return 1 }
        }
        if let status = server.exitStatus { return status }
      }
      var found: [[UInt8]] = []
      let time = ContinuousClock().measure { found = server.settle(isLong ? .long : .moment) { self.hasMail } }.components
      if isLong { pause = max(Self.pause, Int(time.seconds * 1000 + time.attoseconds / 1_000_000_000_000_000) * 2) }
      guard try send(found, to: output) else { return 1 }
      if arrived.withLock({ $0.hasEnded && $0.queue.isEmpty }) { return 1 }
    }
  }

  /// Whether a message waits, or none will come any more.
  private var hasMail: Bool { arrived.withLock { !$0.queue.isEmpty || $0.hasEnded } }

  /// Waits for a message, or until it has been quiet for long enough that more can be done.
  ///
  /// - Returns: whether a message came.
  private func wait(_ pause: Int, for server: LanguageServer) -> Bool {
    guard server.hasMoreToSettle else {
      bell.wait()
      return true
    }
    return bell.wait(timeout: .now() + .milliseconds(pause)) == .success
  }

  /// - Returns: whether somebody still reads.
  private func send(_ messages: [[UInt8]], to output: Output) throws -> Bool {
    for message in messages { guard try output.stream(FrameReader.framed(message)) else { return false } }
    return true
  }
}
