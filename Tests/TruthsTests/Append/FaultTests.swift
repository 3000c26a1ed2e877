import Foundation
import Testing
import TruthsSystem
import TruthsTestSupport

#if os(Linux)
  /// Every system fault at every call with which a command appends to a ledger or replaces a file.
  ///
  /// The files after the fault are compared with those of two runs without a fault: they are unchanged or complete, and the next
  /// run succeeds.
  @Suite("Faults of the system")
  struct FaultTests {
    /// A ledger that is appended to.
    enum Ledger: String, CaseIterable {
      case usual, copied, open, brokenOff = "broken off", new, list

      /// The shell command that makes it from `usual.jsonl`.
      var making: String {
        switch self {
        // With the mark of the next append beside its bytes, and without.
        case .usual, .brokenOff: "cp -a usual.jsonl ledger.jsonl"
        case .copied: "cp usual.jsonl ledger.jsonl"
        case .open: #"printf %s "$(cat usual.jsonl)" > ledger.jsonl"#
        case .new: "true"
        case .list: #"sed '1s/^/[/; $!s/$/,/; $s/$/]/' usual.jsonl > ledger.jsonl"#
        }
      }

      /// The faults for this kind of ledger. To save time, each kind has those that it may handle differently from the usual
      /// one.
      var kinds: [Fault.Kind] {
        switch self {
        case .usual:
          FaultyDisk.kinds(
            .noSpace, .inputOutputFromNowOn, .brokenOff, .short, .killedAfter, .endedAfter, .powerLost, .powerLostWithZeros)
        case .copied: FaultyDisk.kinds(.killedAfter, .powerLost, .powerLostWithZeros, .powerLostOutOfOrder)
        case .open: FaultyDisk.kinds(.inputOutput, .brokenOff, .powerLostWithZeros, .powerLostOutOfOrder)
        case .brokenOff: FaultyDisk.kinds(.noSpace, .killedAfter, .powerLost)
        case .new: FaultyDisk.kinds(.noSpace, .inputOutputFromNowOn, .short, .killedAfter, .endedAfter, .powerLost)
        case .list: FaultyDisk.kinds(.tooLarge, .inputOutputFromNowOn, .brokenOff, .short, .killedAfter, .endedAfter, .powerLost)
        }
      }
    }

    private static func append(_ number: Int) -> String {
      "truths run --proposal \(number).json --ledger ledger.jsonl \(ParcelProject.origin)"
    }

    /// The contents of a ledger without a fault.
    private struct Course {
      var before: Data?
      var afterSecond: Data
      var afterThird: Data
      var afterThirdAlone: Data
      /// The calls that the second run makes.
      var calls: [String]
    }

    private static func ledger(in directory: URL) -> Data? { try? Data(contentsOf: directory.appending(path: "ledger.jsonl")) }

    private static func files(in directory: URL) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0 != "ledger.jsonl" }.sorted()
    }

    private static let usualFiles = ["1.json", "2.json", "3.json", "start.jsonl", "truths", "usual.jsonl"]

    /// Returns the committed bytes of a ledger, without an interrupted append.
    private static func kept(_ bytes: Data?) -> Data { bytes?.prefix { $0 != 0 } ?? Data() }

    /// Returns the attribute with the mark of the next append.
    private static func record(in directory: URL) -> [UInt8]? {
      let descriptor = open(directory.appending(path: "ledger.jsonl").path, O_RDONLY)
      defer { close(descriptor) }
      return FileAttribute("user.truths.append").value(of: descriptor, most: 64)
    }

    private static func course(of ledger: Ledger, in directory: URL) throws -> Course {
      for number in 1...3 {
        try Data(ParcelProject.proposal(number).utf8).write(to: directory.appending(path: "\(number).json"))
      }
      let first = try BuiltCommand.shell("\(append(1)) && mv ledger.jsonl usual.jsonl; \(ledger.making)", in: directory)
      try #require(first.status == 0, "\(first)")
      if ledger == .brokenOff { try breakOff(in: directory) }
      let before = Self.ledger(in: directory)
      _ = try BuiltCommand.shell("cp -a ledger.jsonl start.jsonl || : > start.jsonl", in: directory)
      let second = try FaultyDisk.run(append(2), in: directory)
      try #require(second.result.status == 0, "\(second)")
      let afterSecond = try #require(Self.ledger(in: directory))
      let ends = try BuiltCommand.shell(
        """
        \(append(3)) && truths verify --ledger ledger.jsonl && mv ledger.jsonl both.jsonl
        \(before == nil ? "true" : "cp -a start.jsonl ledger.jsonl"); \(append(3)) && truths verify --ledger ledger.jsonl
        """, in: directory)
      try #require(ends.status == 0, "\(ends)")
      let both = directory.appending(path: "both.jsonl")
      defer { try? FileManager.default.removeItem(at: both) }
      return Course(
        before: before, afterSecond: afterSecond, afterThird: try Data(contentsOf: both),
        afterThirdAlone: try #require(Self.ledger(in: directory)), calls: second.calls)
    }

    /// Kills an append once it has written its lines.
    private static func breakOff(in directory: URL) throws {
      let calls = try FaultyDisk.run(append(2), in: directory).calls
      _ = try BuiltCommand.shell("cp -a usual.jsonl ledger.jsonl", in: directory)
      let write = try #require(calls.firstIndex(of: "pwrite"))
      let killed = try FaultyDisk.run(append(2), Fault(kind: .killedAfter, number: write + 1, call: "pwrite"), in: directory)
      try #require(killed.result.status == 137 && Self.ledger(in: directory)?.contains(0) == true)
    }

    @Test("whatever fails while a ledger is appended to, it has all or nothing, and takes the next", arguments: Ledger.allCases)
    func append(to ledger: Ledger) throws {
      try ParcelProject.use { directory in
        let course = try Self.course(of: ledger, in: directory)
        #expect(Set(course.calls).isSuperset(of: ["open", "fsync", ledger == .list ? "rename" : "ftruncate"]))
        let faults = Fault.all(ledger.kinds, at: course.calls)
        #expect(faults.count > 15)
        if FaultyDisk.isSoak { print("\(faults.count) faults of a ledger that is \(ledger.rawValue)") }
        var known = Set<[String]>()
        for fault in faults { try Self.append(to: ledger, course, with: fault, in: directory, &known) }
      }
    }

    /// - Parameter known: states after faults from which the next run succeeded. They need not be tried again.
    private static func append(
      to ledger: Ledger, _ course: Course, with fault: Fault, in directory: URL, _ known: inout Set<[String]>
    ) throws {
      let told: Comment = "\(ledger.rawValue): \(fault)"
      let put = course.before == nil ? "rm -f ledger.jsonl" : "rm -f ledger.jsonl; cp -a start.jsonl ledger.jsonl"
      _ = try BuiltCommand.shell(put, in: directory)
      let result = try FaultyDisk.run(append(2), fault, in: directory).result
      let after = Self.ledger(in: directory)
      let isThere = kept(after) == course.afterSecond
      let isUnchanged = kept(after) == kept(course.before)
      #expect(isThere || isUnchanged, "\(told): \(String(decoding: after ?? Data(), as: UTF8.self)) \(result)")
      expect(result, isThere: isThere, fault, told)
      // After a lasting fault nothing can be removed.
      if !fault.kind.isSudden, !fault.kind.isLasting {
        #expect(try files(in: directory) == usualFiles, told)
        if !isThere { #expect(after == nil || course.before != nil, told) }
      }
      let left = try files(in: directory) + [after?.base64EncodedString() ?? "", "\(record(in: directory) ?? [])"]
      if known.contains(left) { return try clear(directory.path, of: usualFiles + ["ledger.jsonl"]) }
      let next = try BuiltCommand.shell(append(3), in: directory)
      #expect(next.status == 0, "\(told): \(next)")
      #expect(Self.ledger(in: directory) == (isThere ? course.afterThird : course.afterThirdAlone), told)
      let isClear = try files(in: directory) == usualFiles
      #expect(isClear, told)
      if isClear { known.insert(left) }
    }

    /// Checks that the messages and the status of a process agree with the files that it leaves.
    private static func expect(_ result: BuiltCommand.Result, isThere: Bool, _ fault: Fault, _ told: Comment) {
      let complaints = result.complaints
      let told: Comment = "\(told): \(result)"
      if let reason = fault.kind.reason, !(Fault.Kind.isDispensable(fault.call) && result.status == 0) {
        // If the directory cannot be opened, there is no ledger to read.
        #expect(result.status == (fault.number == 1 ? 66 : 3), told)
        #expect(complaints.contains("truths: ledger.jsonl: \(reason)"), told)
        #expect(isThere == complaints.contains("the file is written, but"), told)
      } else if fault.kind.isEnding {
        #expect(result.status == (fault.number == 1 ? 143 : 3), told)
        #expect(isThere == complaints.contains("what it appended is kept"), told)
        if fault.number > 1 { #expect(isThere != complaints.contains("nothing was appended"), told) }
      } else if fault.number > 0, fault.kind.isSudden {
        #expect(result.status == 137, told)
      } else {
        #expect(result.status == 0 && isThere, told)
      }
      // The output is right; only a signal at the very end comes after it.
      #expect((result.status == 0) == (result.output != "") || fault.number == 0 && isThere, told)
    }

    /// A file that is written as a whole.
    enum Written: String, CaseIterable {
      case formatted, fixture, bundle

      var command: String {
        switch self {
        case .formatted: "truths fmt"
        case .fixture: "truths eval --update"
        case .bundle: "truths build --output bundle.json"
        }
      }

      var path: String {
        switch self {
        case .formatted: "truths/demo/demo.truths"
        case .fixture: "Fixtures/demo/a.json"
        case .bundle: "bundle.json"
        }
      }

      /// The content of the file before.
      var old: Data? {
        let fixture = #"{"id": "demo.a", "proposal": \#(ParcelProject.proposal(1)), "expected": {"decision": "halted"}}"#
        return switch self {
        case .formatted: Data(ParcelProject.truths.replacing("summary: ", with: "summary:   ").utf8)
        case .fixture: Data(fixture.utf8)
        case .bundle: nil
        }
      }

      var kinds: [Fault.Kind] {
        switch self {
        case .formatted: FaultyDisk.kinds(.noSpace, .inputOutputFromNowOn, .brokenOff, .short, .killedAfter, .powerLost)
        case .fixture: FaultyDisk.kinds(.tooLarge, .endedAfter)
        case .bundle: FaultyDisk.kinds(.noSpace, .short, .killedAfter, .powerLost)
        }
      }

      func put(in directory: URL) throws -> URL {
        let file = directory.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        if let old { try old.write(to: file) } else { try? FileManager.default.removeItem(at: file) }
        return file
      }
    }

    @Test("whatever fails while a file is written as a whole, it is the old one or the new one", arguments: Written.allCases)
    func replace(_ written: Written) throws {
      try ParcelProject.use { directory in
        let file = try written.put(in: directory)
        let good = try FaultyDisk.run(written.command, in: directory)
        #expect(good.result.status == 0 && Set(good.calls).isSuperset(of: ["write", "fsync", "rename"]), "\(good)")
        let new = try Data(contentsOf: file)
        #expect(new != written.old)
        let folder = file.deletingLastPathComponent().path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let faults = Fault.all(written.kinds, at: good.calls)
        if FaultyDisk.isSoak { print("\(faults.count) faults of a file that is \(written.rawValue)") }
        var known = Set<[String]>()
        for fault in faults {
          _ = try written.put(in: directory)
          let result = try FaultyDisk.run(written.command, fault, in: directory).result
          let after = try? Data(contentsOf: file)
          let told: Comment = "\(written.rawValue): \(fault): \(result)"
          #expect(after == written.old || after == new, told)
          Self.expect(result, isNew: after == new, fault, told)
          let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted() + ["\(after == new)"]
          if known.contains(left) {
            try Self.clear(folder, of: names)
            continue
          }
          let next = try BuiltCommand.shell(written.command, in: directory)
          #expect(try next.status == 0 && Data(contentsOf: file) == new, "\(told): \(next)")
          // A file that is written without a lock has a new name each time, and remains if the process is killed.
          let mayLeaveFile = fault.kind.isSudden || fault.kind.isEnding || fault.kind.isLasting
          if written == .bundle, mayLeaveFile { try Self.clear(folder, of: names) }
          let isClear = try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == names
          #expect(isClear, told)
          if isClear { known.insert(left) }
        }
      }
    }

    private static func clear(_ folder: String, of names: [String]) throws {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) where !names.contains(name) {
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
    }

    private static func expect(_ result: BuiltCommand.Result, isNew: Bool, _ fault: Fault, _ told: Comment) {
      if let reason = fault.kind.reason, !(Fault.Kind.isDispensable(fault.call) && result.status == 0) {
        #expect(result.status == (fault.number == 1 && fault.call == "open" ? 66 : 3), told)
        #expect(result.complaints.contains(reason), told)
        #expect(isNew == result.complaints.contains("the file is written, but"), told)
      } else if fault.kind.isEnding {
        #expect(result.status == 143, told)
      } else if fault.number > 0, fault.kind.isSudden {
        #expect(result.status == 137, told)
      } else {
        #expect(result.status == 0 && isNew, told)
      }
    }

    @Test("files that cannot be made are not there, nor those that were made before them")
    func make() throws {
      try ParcelProject.use { directory in
        let command = "truths new pack other"
        let folder = directory.appending(path: "truths").path
        let calls = try FaultyDisk.run(command, in: directory).calls
        let made = try FileManager.default.subpathsOfDirectory(atPath: folder)
        #expect(calls.contains("write") && made.count > 2)
        for fault in Fault.all([.noSpace, .tooLarge, .brokenOff, .short], at: calls) {
          _ = try BuiltCommand.shell("rm -r truths/other Fixtures", in: directory)
          let result = try FaultyDisk.run(command, fault, in: directory).result
          let told: Comment = "\(fault): \(result)"
          #expect(result.status == (fault.kind.reason == nil ? 0 : 3), told)
          let after = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasPrefix("other/") }
          #expect(after.isEmpty == (fault.kind.reason != nil), told)
        }
      }
    }
  }
#endif
