import Foundation
import Testing
import Truths
import TruthsServerCore
import TruthsServerTestSupport

/// The store on files of the operating system.
@Suite("A store on real files")
struct FileDiskTests {
  private static func bytes(_ url: URL) throws -> [UInt8] { Array(try Data(contentsOf: url)) }

  @Test("a process that is killed under load leaves whole batches, and all that it acknowledged")
  func kills() throws {
    let count = StoreSimulationTests.soak == nil ? 50 : 500
    try withScratchDirectory { directory in
      let path = directory.appending(path: "ledger.jsonl").path
      var numbers = SeededNumbers(1)
      var (acknowledged, inDoubt) = (0, 0)
      for kill in 0..<count {
        let probe = try TestProcess("TruthsServerProbe", ["append", path], output: directory.appending(path: "said"))
        probe.waitForLine()
        usleep(UInt32(numbers.below(60_000)))
        probe.kill()
        let said = probe.lines.compactMap { Int($0) }.last ?? acknowledged
        let found = try NumberedAnswers.open(path).next - 1
        #expect(found >= said, "kill \(kill): \(found) answers are there, \(said) were acknowledged")
        inDoubt += found > said ? 1 : 0
        acknowledged = found
      }
      #expect(acknowledged > count, "\(acknowledged)")
      if StoreSimulationTests.soak != nil { print("\(count) kills, \(acknowledged) answers, \(inDoubt) batches found whole") }
    }
  }

  @Test("a journal is written anew as a whole, with the rights that it had, and appended to")
  func wholeJournal() throws {
    try withScratchDirectory { directory in
      let path = directory.appending(path: "ledger.jsonl").path
      var (store, next) = try NumberedAnswers.open(path)
      for _ in 0..<3 {
        try store.commit(NumberedAnswers.batch(next))
        next += 1
      }
      #expect(chmod(path + ".journal", 0o640) == 0)
      let lines = (1..<next).flatMap { NumberedAnswers.batch($0).journal }
      // A file left by an interrupted process does no harm.
      try Data("torn".utf8).write(to: URL(fileURLWithPath: path + ".journal.new"))
      try store.commit(DurableBatch(wholeJournal: lines + Array("{}\n".utf8)))
      try store.commit(DurableBatch(wholeJournal: lines))
      try store.commit(NumberedAnswers.batch(next))
      let journal = URL(fileURLWithPath: path + ".journal")
      #expect(try Self.bytes(journal) == lines + NumberedAnswers.batch(next).journal)
      let rights = try FileManager.default.attributesOfItem(atPath: journal.path)[.posixPermissions] as? Int
      #expect(rights == 0o640 && !FileManager.default.fileExists(atPath: path + ".journal.new"))
    }
  }

  @Test("a limit to the size of files: nothing of the batch is kept, and it is written once there is room")
  func limit() throws {
    try withScratchDirectory { directory in
      for limit in [2_000, 5_000, 40_001] {
        let path = directory.appending(path: "\(limit).jsonl").path
        let probe = try TestProcess("TruthsServerProbe", ["limit", path, "\(limit)"], output: directory.appending(path: "said"))
        #expect(probe.wait() == 0)
        let lines = probe.lines
        var (last, size) = (0, 0)
        while size <= limit {
          last += 1
          size += NumberedAnswers.batch(last).ledger.count
        }
        #expect(lines.suffix(2) == ["full \(last)", "\(last)"], "\(lines)")
        #expect(try NumberedAnswers.open(path).next == last + 1)
      }
    }
  }

  @Test("a full file system, where one can be mounted")
  func fullFileSystem() throws {
    try withScratchDirectory { directory in
      guard mount("tmpfs", directory.path, "tmpfs", 0, "size=64k") == 0 else { return }
      defer { umount2(directory.path, Int32(MNT_DETACH)) }
      let path = directory.appending(path: "ledger.jsonl").path
      let filler = directory.appending(path: "filler")
      try Data(count: 16_384).write(to: filler)
      var (store, next) = try NumberedAnswers.open(path)
      var fault: StoreFault?
      while fault == nil, next < 1_000 {
        do throws(StoreFault) {
          try store.commit(NumberedAnswers.batch(next))
          next += 1
        } catch { fault = error }
      }
      guard case .full = fault else {
        Issue.record("\(String(describing: fault))")
        return
      }
      #expect(NumberedAnswers.numbers(try Self.bytes(URL(fileURLWithPath: path))).count == next - 1)
      try FileManager.default.removeItem(at: filler)
      try store.commit(NumberedAnswers.batch(next))
      #expect(NumberedAnswers.numbers(try Self.bytes(URL(fileURLWithPath: path))).count == next)
    }
  }

  @Test("another writer waits, and what another program changed is left alone")
  func others() throws {
    try withScratchDirectory { directory in
      let ledger = directory.appending(path: "ledger.jsonl")
      let changes: [(StoreFile, (URL) throws -> Void)] = [
        (.ledger, { try FileHandle(forWritingTo: $0).seekToEndAndWrite("{}\n") }),
        (.ledger, { try Data(contentsOf: $0).write(to: $0, options: .atomic) }),
        (.ledger, { try FileManager.default.removeItem(at: $0) }),
        (.journal, { try FileHandle(forWritingTo: $0).seekToEndAndWrite("\n") }),
      ]
      for (file, change) in changes {
        let store = try NumberedAnswers.open(ledger.path)
        var writing = store.store
        try writing.commit(NumberedAnswers.batch(store.next))
        #expect(throws: StoreFault.busy) { _ = try FileDisk(ledger: ledger.path, timeout: 0) }
        let changed = file == .ledger ? ledger : directory.appending(path: "ledger.jsonl.journal")
        // The clock of files has ticks of some milliseconds.
        usleep(20_000)
        try change(changed)
        let before = try? Self.bytes(changed)
        for _ in 0..<2 {
          #expect(throws: StoreFault.changed(file)) { try writing.commit(NumberedAnswers.batch(store.next + 1)) }
        }
        #expect((try? Self.bytes(changed)) == before)
        for name in ["ledger.jsonl", "ledger.jsonl.journal"] {
          try? FileManager.default.removeItem(at: directory.appending(path: name))
        }
      }
    }
  }

  @Test("what is no file that lines can be appended to is refused, and left as it is")
  func refused() throws {
    try withScratchDirectory { directory in
      let list = directory.appending(path: "list.jsonl")
      try Data(" [{}]\n".utf8).write(to: list)
      #expect(throws: StoreFault.list) { _ = try Store(opening: FileDisk(ledger: list.path)) }
      let damaged = directory.appending(path: "damaged.jsonl")
      try Data("{}\n{\u{0}}\n".utf8).write(to: damaged)
      #expect(throws: StoreFault.damaged(at: 4)) { _ = try Store(opening: FileDisk(ledger: damaged.path)) }
      #expect(throws: StoreFault.self) { _ = try Store(opening: FileDisk(ledger: directory.path)) }
      #expect(throws: StoreFault.self) { _ = try FileDisk(ledger: directory.appending(path: "none/ledger.jsonl").path) }
      #expect(try Self.bytes(list) == Array(" [{}]\n".utf8))
    }
  }

  @Test("a link is followed, and the journal lies beside the file that it leads to")
  func links() throws {
    try withScratchDirectory { directory in
      let folder = directory.appending(path: "kept")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data().write(to: folder.appending(path: "ledger.jsonl"))
      let link = directory.appending(path: "link.jsonl")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.appending(path: "ledger.jsonl"))
      var store = try NumberedAnswers.open(link.path).store
      try store.commit(NumberedAnswers.batch(1))
      #expect(NumberedAnswers.numbers(try Self.bytes(folder.appending(path: "ledger.jsonl"))) == [1])
      #expect(NumberedAnswers.numbers(try Self.bytes(folder.appending(path: "ledger.jsonl.journal"))) == [1])
    }
  }
}

extension FileHandle {
  fileprivate func seekToEndAndWrite(_ text: String) throws {
    try seekToEnd()
    try write(contentsOf: Data(text.utf8))
    try close()
  }
}
