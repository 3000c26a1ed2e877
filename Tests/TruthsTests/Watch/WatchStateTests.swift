import Testing
import Truths

/// When work is done again, from one look at the files to the next.
@Suite("Watching decides")
struct WatchStateTests {
  private func stamp(_ size: Int64, _ seconds: Int64 = 0, identity: UInt64 = 1) -> FileSnapshot.Stamp {
    FileSnapshot.Stamp(size: size, seconds: seconds, nanoseconds: 0, identity: identity)
  }

  private func files(_ sizes: KeyValuePairs<String, Int64>) -> FileSnapshot {
    FileSnapshot(sizes.map { ($0.key, stamp($0.value)) })
  }

  @Test("to wait while nothing changes")
  func quiet() {
    var state = WatchState(files(["a": 1]))
    for _ in 0..<100 { #expect(state.next(files(["a": 1])) == .wait) }
  }

  @Test("to work once for a change, when it has come to rest")
  func change() {
    var state = WatchState(files(["a": 1]))
    #expect(state.next(files(["a": 2])) == .settle)
    #expect(state.next(files(["a": 3])) == .settle)
    #expect(state.next(files(["a": 3])) == .work([.init("a", .changed)]))
    #expect(state.next(files(["a": 3])) == .wait)
  }

  @Test("not to work for what was taken back at once")
  func takenBack() {
    var state = WatchState(files(["a": 1]))
    #expect(state.next(files([:])) == .settle)
    #expect(state.next(files(["a": 1])) == .wait)
    #expect(state.next(files([:])) == .settle)
    #expect(state.next(files([:])) == .work([.init("a", .removed)]))
  }

  @Test("to work in the end on files that never come to rest")
  func restless() {
    var state = WatchState(files(["a": 0]))
    var steps: [WatchState.Step] = []
    for size in 1...Int64(WatchState.patience + 1) { steps.append(state.next(files(["a": size]))) }
    #expect(steps.dropLast().allSatisfy { $0 == .settle })
    #expect(steps.last == .work([.init("a", .changed)]))
    #expect(state.next(files(["a": 99])) == .settle)
  }

  @Test("what changed: by size, by time, by another file in its place, added and removed, in order of the paths' bytes")
  func kinds() {
    let before = FileSnapshot([
      ("e\u{301}", stamp(1)), ("size", stamp(1)), ("time", stamp(1)), ("other", stamp(1)), ("same", stamp(1)), ("gone", stamp(1)),
    ])
    let after = FileSnapshot([
      ("\u{E9}", stamp(1)), ("e\u{301}", stamp(1)), ("size", stamp(2)), ("time", stamp(1, 1)), ("other", stamp(1, identity: 2)),
      ("same", stamp(1)), ("new", stamp(1)),
    ])
    #expect(
      after.changes(since: before) == [
        .init("gone", .removed), .init("new", .added), .init("other", .changed), .init("size", .changed),
        .init("time", .changed), .init("\u{E9}", .added),
      ])
    #expect(after.changes(since: after).isEmpty)
  }
}
