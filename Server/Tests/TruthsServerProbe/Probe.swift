import Foundation
import TruthsServerCore
import TruthsServerTestSupport

/// A process for the tests of real files, and the measure of durable commits.
///
///     TruthsServerProbe append LEDGER          # commits numbered answers until it is killed; prints the durable ones
///     TruthsServerProbe limit LEDGER BYTES     # like append, with a limit on file sizes that is lifted once it is reached
///     TruthsServerProbe bench LEDGER SECONDS   # durable commits and answers a second, alone and 64 at once
///     TruthsServerProbe serve LEDGER SECONDS WAITING   # durable decisions a second of a served session while so many runs wait
///     TruthsServerProbe bare PORT   # a handler that does nothing, for comparison (Server/Tests/load)
///     TruthsServerProbe memory LEDGER EVENTS   # the most memory that a served session took, after each tenth of its events
///     TruthsServerProbe open LEDGER            # the time to open a ledger and its journal, and to check the ledger
@main
enum Probe {
  static func main() async throws {
    let words = CommandLine.arguments
    guard words.count >= 3 else { throw StoreFault.unreadable("append, limit, bench, serve, memory or open, and a path") }
    let number = words.count > 3 ? Int(words[3]) ?? 0 : 0
    switch words[1] {
    case "bare": try await BareHandler.run(port: Int(words[2]) ?? 0)
    case "append": try append(to: words[2])
    case "limit": try limit(words[2], to: number)
    case "serve": try serve(words[2], seconds: number, waiting: words.count > 4 ? Int(words[4]) ?? 0 : 0)
    case "memory": try remember(words[2], events: number)
    case "open": try ServedMeasure.opening(words[2]).forEach(say)
    default: for answers in [1, 64] { try measure(words[2] + ".\(answers)", seconds: number, answers: answers) }
    }
  }

  private static func append(to path: String) throws {
    var (store, next) = try NumberedAnswers.open(path)
    var numbers = SeededNumbers(UInt64(next))
    say("ready")
    // The parent process may have ended.
    while getppid() != 1 {
      var writer = StoreWriter()
      for _ in 0...numbers.below(8) {
        _ = writer.append(NumberedAnswers.batch(next))
        next += 1
      }
      while let batch = writer.next() {
        try store.commit(batch)
        _ = writer.finish()
        say("\(next - 1)")
      }
    }
  }

  private static func limit(_ path: String, to bytes: Int) throws {
    var (store, next) = try NumberedAnswers.open(path)
    var limits = rlimit()
    getrlimit(fileSize, &limits)
    limits.rlim_cur = rlim_t(bytes)
    setrlimit(fileSize, &limits)
    for _ in 0..<1_000 {
      do throws(StoreFault) {
        try store.commit(NumberedAnswers.batch(next))
      } catch {
        guard case .full = error else { throw error }
        say("full \(next)")
        limits.rlim_cur = limits.rlim_max
        setrlimit(fileSize, &limits)
        try store.commit(NumberedAnswers.batch(next))
        say("\(next)")
        return
      }
      say("\(next)")
      next += 1
    }
  }

  private static func measure(_ path: String, seconds: Int, answers: Int) throws {
    var (store, next) = try NumberedAnswers.open(path)
    let clock = ContinuousClock()
    let start = clock.now
    var commits = 0
    while clock.now - start < .seconds(seconds) {
      var writer = StoreWriter()
      for _ in 0..<answers {
        _ = writer.append(NumberedAnswers.batch(next))
        next += 1
      }
      while let batch = writer.next() {
        try store.commit(batch)
        _ = writer.finish()
        commits += 1
      }
    }
    let elapsed = (clock.now - start) / .milliseconds(1)
    let rate = { (count: Int) in Int((Double(count) * 1_000 / elapsed).rounded()) }
    say("\(answers) answers to a commit: \(rate(commits)) commits/s, \(rate(commits * answers)) answers/s")
  }

  private static func serve(_ path: String, seconds: Int, waiting: Int) throws {
    var measure = try ServedMeasure(ledger: path)
    try measure.wait(for: waiting)
    say("\(waiting) runs wait: \(try measure.rate(seconds: seconds)) decisions/s")
  }

  private static func remember(_ path: String, events: Int) throws {
    var measure = try ServedMeasure(ledger: path)
    for tenth in 1...10 {
      try measure.go(toEvent: events * tenth / 10)
      say("\(events * tenth / 10) events: \(ServedMeasure.peak) MiB")
    }
  }

  #if canImport(Darwin)
    private static let fileSize = RLIMIT_FSIZE
  #else
    private static let fileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #endif

  private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
