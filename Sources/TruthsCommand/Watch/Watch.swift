import ArgumentParser
import Truths

/// Work that is done again whenever a file that it is about is changed, added or removed, until an interrupt (`--watch`).
struct Watch {
  /// The paths that the user gave.
  let paths: [String]
  /// Files that the work writes itself; absolute.
  let written: Set<String>
  let output: Output

  /// Milliseconds between two looks at the files: while nothing changes, and while something does.
  private static let pause: Int32 = 250
  private static let shortPause: Int32 = 60

  /// Does the work once, and then again after each change. Its findings are printed by the work itself. What keeps it from being
  /// done at all ends it the first time; later it is told, and ends nothing, since the next change may mend it.
  ///
  /// - Throws: an `ExitCode`, that of the last run, when it is ended.
  func run(_ work: () throws -> ExitStatus) throws {
    let interrupt = try Interrupt()
    var files: [String: String] = [:]
    var seen = snapshot(&files)
    var state = WatchState(seen)
    var status = try work()
    output.chatter("watching \(seen.count == 1 ? "1 file" : "\(seen.count) files"); an interrupt ends it")
    var pause = Self.pause
    while !interrupt.comes(within: pause) {
      let time = ContinuousClock().measure { seen = snapshot(&files) }.components
      // A look at very many files takes a while; at most a tenth of the time is spent looking.
      let least = Int32(clamping: (time.seconds * 1000 + time.attoseconds / 1_000_000_000_000_000) * 9)
      switch state.next(seen) {
      case .wait: pause = max(Self.pause, least)
      case .settle: pause = max(Self.shortPause, least)
      case .work(let changes):
        if Terminal.isOutputTerminal { try output.result("\u{1B}[2J\u{1B}[H") }
        tell(changes)
        status = try outcome(of: work)
        pause = Self.pause
      }
    }
    try status.end()
  }

  private func outcome(of work: () throws -> ExitStatus) throws -> ExitStatus {
    do {
      return try work()
    } catch let failure as Failure {
      output.chatter(failure.message)
      return failure.status
    } catch let code as ExitCode {
      return ExitStatus(rawValue: code.rawValue) ?? .fault
    }
  }

  /// The first few changes, and how many more there are.
  private func tell(_ changes: [FileSnapshot.Change]) {
    for change in changes.prefix(3) { output.chatter("\(change.kind.rawValue): \(change.path)") }
    if changes.count > 3 { output.chatter("and \(changes.count - 3) more") }
  }

  /// The files as they look now. Where one that was named is gone, the set around it cannot be found; then they are those that it
  /// held before, as far as they are there, and the work will say what is missing.
  ///
  /// - Parameter files: the set as it was found last: how each path is shown.
  private func snapshot(_ files: inout [String: String]) -> FileSnapshot {
    if let project = try? Project(paths: paths).withFixturesAround() {
      files = Dictionary(
        project.files.filter { !written.contains($0) }.map { ($0, project.shown($0)) }, uniquingKeysWith: { first, _ in first })
    }
    return FileSnapshot(files.compactMap { path, shown in FileSystem.stamp(of: path).map { (shown, $0) } })
  }
}
