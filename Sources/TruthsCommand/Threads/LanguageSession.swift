import Dispatch
import Synchronization
import Truths
import TruthsFraming
import TruthsLanguageServer
import TruthsSystem

/// Runs a language server on standard input and output. One thread splits the input into messages, so that waiting requests can
/// be cancelled. The other thread handles messages in order, and reports findings once no message waits.
final class LanguageSession: Sendable {
  /// Idle time before fixes are tried out and fixtures are checked, for which the set is compiled. It grows where these are
  /// slow, because a message cannot interrupt all of it. Repeated requests of an editor do not extend it.
  private static let pause = Duration.milliseconds(150)
  private static let longestPause = Duration.seconds(1)

  /// Time between two looks at the files, for a client that does not watch them.
  private static let watchPause = Duration.seconds(2)

  private struct Arrived {
    var queue = MessageQueue()
    var hasEnded = false
  }

  private let arrived = Mutex(Arrived())
  private let bell = DispatchSemaphore(value: 0)

  /// Starts to read standard input on a thread of its own.
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
    let clock = ContinuousClock()
    var pause = Self.pause
    var lastChange = clock.now
    var lastLook = clock.now
    while true {
      wait(until: lastChange + pause, orLookFrom: lastLook + Self.watchPause, for: server)
      let changes = server.changes
      if server.watchesFiles, clock.now >= lastLook + Self.watchPause {
        server.rereadFiles()
        lastLook = clock.now
      }
      while bell.wait(timeout: .now()) == .success {}
      while let message = arrived.withLock({ $0.queue.take() }) {
        guard try send(server.take(message), to: output) else { return 1 }
        while let work = server.takeWork() {
          guard try send(waiting(for: work), to: output) else { return 1 }
        }
        if let status = server.exitStatus { return status }
      }
      if server.changes > changes { lastChange = clock.now }
      let isLong = clock.now >= lastChange + pause
      var found: [[UInt8]] = []
      let time = clock.measure { found = server.settle(isLong ? .long : .moment) { self.hasMail } }
      if isLong { pause = max(Self.pause, min(time * 2, Self.longestPause)) }
      guard try send(found, to: output) else { return 1 }
      if arrived.withLock({ $0.hasEnded && $0.queue.isEmpty }) { return 1 }
    }
  }

  /// Whether a message waits, or the input has ended.
  private var hasMail: Bool { arrived.withLock { !$0.queue.isEmpty || $0.hasEnded } }

  /// Waits for a message, or until more work can be done.
  private func wait(
    until instant: ContinuousClock.Instant, orLookFrom look: ContinuousClock.Instant, for server: LanguageServer
  ) {
    let ends = (server.hasMoreToSettle ? [instant] : []) + (server.watchesFiles ? [look] : [])
    guard let end = ends.min() else { return bell.wait() }
    let time = (end - ContinuousClock().now).components
    let milliseconds = time.seconds * 1000 + time.attoseconds / 1_000_000_000_000_000 + 1
    _ = bell.wait(timeout: .now() + .milliseconds(Int(max(0, milliseconds))))
  }

  /// - Returns: whether there is still a reader.
  private func send(_ messages: [[UInt8]], to output: Output) throws -> Bool {
    for message in messages { guard try output.stream(FrameReader.framed(message)) else { return false } }
    return true
  }
}
