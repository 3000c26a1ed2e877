import Foundation
import TruthsServerCore
import TruthsServerTestSupport

/// A process for the tests of real files, and the measure of durable commits.
///
///     TruthsServerProbe append LEDGER          # commits numbered answers until it is killed; prints each number once it is
///     durable TruthsServerProbe limit LEDGER BYTES     # the same under a limit to the size of files, which is lifted where it
///     was met TruthsServerProbe bench LEDGER SECONDS   # durable commits and answers a second, alone and 64 at once
@main
enum Probe {
  static func main() throws {
    let words = CommandLine.arguments
    guard words.count >= 3 else { throw StoreFault.unreadable("append, limit or bench, and a path") }
    let number = words.count > 3 ? Int(words[3]) ?? 0 : 0
    switch words[1] {
    case "append": try append(to: words[2])
    case "limit": try limit(words[2], to: number)
    default: for answers in [1, 64] { try measure(words[2] + ".\(answers)", seconds: number, answers: answers) }
    }
  }

  private static func append(to path: String) throws {
    var (store, next) = try NumberedAnswers.open(path)
    var numbers = SeededNumbers(UInt64(next))
    say("ready")
    // Whoever started it may be gone.
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

  #if canImport(Darwin)
    private static let fileSize = RLIMIT_FSIZE
  #else
    private static let fileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #endif

  private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
