import Synchronization
import Testing
import Truths
import TruthsServerCore

/// A served session with many tasks, over a disk that the test controls.
struct SessionHostTests {
  private static let ann = #"{"type":"user","user_id":"ann","device_id":"d1","org_id":"o","roles":[]}"#
  private static let pack = SourceText(
    path: "truths/demo/demo.truths",
    bytes: Array(
      """
      pack demo:
        version: 1.0.0

      fact note.taken:
        key: [id]
        fields:
          id: text

      intent take_note:
        fields:
          id: text

      truth taking:
        when:
          - intent: take_note
        requires:
          - id exists
        produces:
          - fact.note.taken
          - trace.demo.taking

      """.utf8))

  /// A disk that refuses writes until the test lets it accept them.
  private final class TestDisk: Sendable {
    private let state = Mutex<(fault: StoreFault?, ledger: [UInt8])>((nil, []))

    var ledger: String { state.withLock { String(decoding: $0.ledger, as: UTF8.self) } }

    func refuse(with fault: StoreFault?) { state.withLock { $0.fault = fault } }

    func write(_ batch: DurableBatch) async -> StoreFault? {
      // Others get their turn, as they do while a disk writes.
      await Task.yield()
      return state.withLock { state in
        if state.fault == nil { state.ledger += batch.ledger }
        return state.fault
      }
    }
  }

  private func host(over disk: TestDisk, isChecked: Bool = true) throws -> SessionHost {
    let moments = Moments()
    let ledger = SourceText(path: "ledger.jsonl", bytes: [])
    let session = try RunSession(RuleSet([Self.pack]), ledger: ledger, journal: nil, now: moments.next())
    return SessionHost(
      ServedSession(session), isChecked: isChecked, clock: { moments.next() }, write: { await disk.write($0) })
  }

  /// A clock that advances by a millisecond at each reading.
  private final class Moments: Sendable {
    private let moment = Mutex(1_740_823_200_000)

    func next() -> Int {
      moment.withLock { moment in
        moment += 1
        return moment
      }
    }
  }

  private func note(_ id: String) throws -> RunMessage { try .proposal(Array(#"{"action":"take_note","id":"\#(id)"}"#.utf8)) }

  @Test("each of many that ask at once is told what became of its own proposal, once that is on the disk")
  func many() async throws {
    let disk = TestDisk()
    let host = try host(over: disk)
    try await withThrowingTaskGroup(of: (String, RunAnswer?).self) { group in
      for number in 0..<100 {
        group.addTask { ("n\(number)", try await host.ask(try note("n\(number)"), by: Self.ann).answer) }
      }
      for try await (id, answer) in group {
        #expect(answer?.decision == "accepted")
        let job = try await host.job(answer?.jobID ?? "", by: Self.ann)
        let text = String(decoding: job?.json ?? [], as: UTF8.self)
        #expect(text.contains(#""id":"\#(id)""#))
        #expect(disk.ledger.contains(#""id":"\#(id)""#))
      }
    }
    #expect(await host.openConnections == 0)
  }

  @Test("where the disk refuses for a while, who asks is told, and nothing else; later it is kept")
  func full() async throws {
    let disk = TestDisk()
    let host = try host(over: disk)
    _ = try await host.ask(try note("n1"), by: Self.ann)
    disk.refuse(with: .full("no room"))
    await #expect(throws: StoreFault.full("no room")) { try await host.ask(try note("n2"), by: Self.ann) }
    await #expect(throws: StoreFault.full("no room")) { try await host.ask(try note("n3"), by: Self.ann) }
    await #expect(throws: StoreFault.full("no room")) { try await host.read { $0.ledgerPoint.size } }
    #expect(!disk.ledger.contains("n2"))
    disk.refuse(with: nil)
    await host.tick()
    try await host.finish()
    #expect(disk.ledger.contains("n2") && !disk.ledger.contains("n3"))
    #expect(await host.fault == nil)
  }

  @Test("where nobody knows what is on the disk, nothing more is written, and who waits is told")
  func broken() async throws {
    let disk = TestDisk()
    let host = try host(over: disk)
    disk.refuse(with: .broken("lost"))
    await #expect(throws: StoreFault.broken("lost")) { try await host.ask(try note("n1"), by: Self.ann) }
    disk.refuse(with: nil)
    await host.tick()
    await #expect(throws: StoreFault.broken("lost")) { try await host.finish() }
    #expect(disk.ledger.isEmpty)
  }

  @Test("once a ledger that is served turns out not to hold, nothing more is decided, and who waits is told")
  func disproved() async throws {
    let disk = TestDisk()
    let host = try host(over: disk, isChecked: false)
    _ = try await host.ask(try note("n1"), by: Self.ann)
    #expect(await host.verifiedTo == 0)
    await host.checked(upTo: 2)
    await host.checked(upTo: 1)
    #expect(await host.verifiedTo == 2)
    await host.endCheck(.disproved("differs"))
    await #expect(throws: StoreFault.disproved("differs")) { try await host.ask(try note("n2"), by: Self.ann) }
    await host.tick()
    #expect(await host.fault == .disproved("differs"))
    #expect(await host.verifiedTo == 2 && !disk.ledger.contains("n2"))
    let other = try self.host(over: disk, isChecked: false)
    _ = try await other.ask(try note("n3"), by: Self.ann)
    await other.endCheck(nil)
    let size = try await other.read { $0.ledgerPoint.size }
    #expect(await other.verifiedTo == size)
  }

  @Test("a task that waits for messages ends when its connection is closed, and when it is cancelled")
  func ends() async throws {
    let host = try host(over: TestDisk())
    let client = try await host.open(by: Self.ann, over: .sse)
    let closed = Task { await host.messages(to: client) }
    await Task.yield()
    await host.close(client)
    #expect(await closed.value.isEmpty)
    let other = try await host.open(by: Self.ann, over: .sse)
    await host.receive(try .resume(after: 0, subscribe: true), from: other)
    #expect(await host.messages(to: other).count == 1)
    let cancelled = Task { await host.messages(to: other) }
    await Task.yield()
    cancelled.cancel()
    #expect(await cancelled.value.isEmpty)
    let told = Task { await host.messages(to: other) }
    _ = try await host.ask(try note("n1"), by: Self.ann)
    #expect(await !told.value.isEmpty)
    await host.close(other)
    #expect(await host.openConnections == 0)
  }

  @Test(
    "a client that sends one message after another is listened to as it takes its answers, which have the numbers that it gave")
  func pipelined() async throws {
    let host = try host(over: TestDisk())
    let client = try await host.open(by: Self.ann, over: .webSocket)
    let sender = Task {
      for number in 0..<100 { _ = try await host.take(try note("n\(number)"), from: client, request: number) }
    }
    for _ in 0..<1_000 { await Task.yield() }
    #expect(try await host.read { $0.backlog(of: client).answers } <= 17)
    var numbers: [Int] = []
    while numbers.count < 100 { numbers += await host.messages(to: client, atMost: 5).compactMap { $0.answer?.request } }
    #expect(numbers == Array(0..<100))
    try await sender.value
    // Reading requests wait for all others, because their answers may be large.
    let resume = try RunMessage.resume(after: 0, subscribe: false)
    #expect(try await host.take(resume, from: client))
    let second = Task { try await host.take(resume, from: client) }
    for _ in 0..<1_000 { await Task.yield() }
    #expect(try await host.read { $0.backlog(of: client).answers } == 1)
    #expect(await host.messages(to: client).count == 1)
    #expect(try await second.value)
    await host.close(client)
  }

  @Test("a client whose connection is about to end gets its answers first, and is heard no more")
  func lastAnswers() async throws {
    let host = try host(over: TestDisk())
    let client = try await host.open(by: Self.ann, over: .webSocket)
    for number in 0..<10 { _ = try await host.take(try note("n\(number)"), from: client, request: number) }
    await host.end(client)
    #expect(try await host.take(try note("late"), from: client) == false)
    var answers = 0
    while true {
      let messages = await host.messages(to: client)
      if messages.isEmpty { break }
      answers += messages.count
    }
    #expect(answers == 10)
    #expect(await host.openConnections == 0)
  }
}
