import Foundation
import Testing
import TruthsTestSupport

/// The rules for every source file.
@Suite("Sources are tidy")
struct TidyTests {
  struct Source: Sendable {
    var path: String
    var lines: [Substring]

    /// The module that it belongs to.
    var module: Substring {
      let parts = path.split(separator: "/")
      return parts.firstIndex(of: "Sources").map { parts[$0 + 1] } ?? parts[0]
    }
  }

  static func read(_ folder: String) -> [Source] {
    Repository.files(below: folder, ending: ".swift").map { path in
      Source(path: path, lines: ((try? Repository.text(path)) ?? "").split(separator: "\n", omittingEmptySubsequences: false))
    }
  }

  static let sources = read("Sources") + read("Server/Sources")
  static let tests = read("Tests") + read("Server/Tests")

  /// Code and comments are checked; data in tests is not.
  @Test("a file has at most 500 lines, a line at most 130 characters, and no blanks at its end; tests a little more")
  func size() {
    #expect(Self.sources.count > 50)
    for (sources, limits) in [(Self.sources, (lines: 500, characters: 130)), (Self.tests, (lines: 500, characters: 150))] {
      for source in sources {
        #expect(source.lines.count <= limits.lines, "\(source.path) has \(source.lines.count) lines")
        for (index, line) in source.lines.enumerated() {
          let fits = line.utf8.count <= limits.characters || line.count <= limits.characters
          let isTidy = fits && line.utf8.last != 0x20 && line.utf8.last != 0x09
          if !isTidy { Issue.record("\(source.path):\(index + 1) is too long, or ends with blanks") }
        }
      }
    }
  }

  static func isComment(_ line: Substring) -> Bool { line.utf8.drop { $0 == 0x20 }.starts(with: "//".utf8) }

  @Test("a function has at most 60 lines")
  func functions() {
    for source in Self.sources {
      for (start, length) in Self.functions(source.lines) where length > 60 {
        Issue.record("\(source.path):\(start + 1) is a function of \(length) lines")
      }
    }
  }

  /// Returns the first line and the length of each function, found by the formatter's indentation.
  static func functions(_ lines: [Substring]) -> [(start: Int, length: Int)] {
    var found: [(start: Int, length: Int)] = []
    for (index, line) in lines.enumerated() where isFunction(line) {
      let indentation = line.prefix { $0 == " " }
      guard let open = lines[index...].firstIndex(where: { $0.hasSuffix("{") || $0.hasSuffix("}") }), lines[open].hasSuffix("{"),
        let end = lines[open...].firstIndex(where: { $0 == indentation + "}" })
      else { continue }
      found.append((index, end - index + 1))
    }
    return found
  }

  private static func isFunction(_ line: Substring) -> Bool {
    let modifiers: Set<Substring> = ["public", "package", "internal", "fileprivate", "private", "static", "mutating", "override"]
    let words = line.split(separator: " ").drop { modifiers.contains($0) || $0.hasPrefix("@") }
    return words.first == "func" || words.first?.hasPrefix("init(") == true
  }

  @Test("nothing that can trap, nothing unfinished, nothing inexact")
  func words() {
    let banned = [
      "try" + "!", "as" + "!", "fatal" + "Error(", "precondition" + "(", "preconditionFailure" + "(", "unsafe" + "Bitcast",
      "TO" + "DO",
      "FIX" + "ME", "XX" + "X", "HA" + "CK", ": Dou" + "ble", ": Flo" + "at", "Dou" + "ble(", "Flo" + "at(",
    ]
    for source in Self.sources { Self.expect(source, hasNoneOf: banned) }
  }

  @Test("the core does no input or output and reads no clock, environment, locale or chance")
  func purity() {
    let banned = [
      " print(", "readLine(", "getenv", "ProcessInfo", "FileManager", "CommandLine", "ContinuousClock", "SuspendingClock",
      "SystemRandomNumberGenerator", ".random(", ".shuffled(", "randomElement", "Task.sleep", "Locale", "TimeZone", "UUID(",
      "hashValue",
    ]
    // The executables do that for it.
    let hosts = ["Sources/TruthsCommand/", "Server/Sources/TruthsServer/", "Server/Sources/TruthsServerCommand/"]
    for source in Self.sources where !hosts.contains(where: source.path.hasPrefix) {
      Self.expect(source, hasNoneOf: banned)
    }
  }

  /// Reports banned words in code. Comments may contain them.
  private static func expect(_ source: Source, hasNoneOf words: [String]) {
    let code = source.lines.filter { !isComment($0) }
    let text = Data(code.joined(separator: "\n").utf8)
    for word in words where text.range(of: Data(word.utf8)) != nil { Issue.record("\(source.path) has `\(word)`") }
  }

  /// The modules with a public API: the façade, the modules that it re-exports, and those that users import besides it.
  static let publicModules: Set<String> = {
    let lines = ((try? Repository.text("Sources/Truths/Exports.swift")) ?? "").split(separator: "\n")
    let givenOn = lines.filter { $0.hasPrefix("@_exported public import ") }.compactMap {
      $0.split(separator: " ").last.map(String.init)
    }
    return Set(givenOn + ["Truths", "TruthsColumns", "TruthsImport"])
  }()

  @Test("only the façade is public, what it gives on, and the functions of the C header")
  func access() {
    #expect(Self.publicModules.count > 3)
    let isPublic = { (module: Substring) in
      module == "TruthsC" || Self.publicModules.contains(String(module))
    }
    for source in Self.sources where !isPublic(source.module) {
      for (index, line) in source.lines.enumerated() where line.split(separator: " ").first == "public" {
        Issue.record("\(source.path):\(index + 1) is public")
      }
    }
  }

  /// The folder names that two modules share with one meaning: incremental reading and checking.
  private static let sharedFolders: Set = ["Incremental"]

  @Test("a folder name has one meaning in the tree of sources")
  func folders() {
    var places: [String: Set<String>] = [:]
    for source in Self.sources {
      let path = source.path.split(separator: "/")
      let parts = path.drop { $0 != "Sources" }.dropLast()
      for end in parts.indices.dropFirst(2) {
        places[String(parts[end]), default: []].insert(parts[...end].joined(separator: "/"))
      }
    }
    #expect(places.count > 50)
    for (name, paths) in places where paths.count > 1 && !Self.sharedFolders.contains(name) {
      Issue.record("\(name) stands for several: \(paths.sorted())")
    }
  }

  @Test("no two modules have types of one name, whatever their access")
  func typeNames() {
    let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
    let modifiers: Set<Substring> = ["public", "package", "internal", "fileprivate", "private", "final", "indirect"]
    var places: [Substring: Set<Substring>] = [:]
    for source in Self.sources {
      let module = source.module
      for line in source.lines where line.first?.isLetter == true {
        let words = line.split { !($0.isLetter || $0.isNumber) }.drop(while: modifiers.contains)
        guard words.count > 1, let first = words.first, kinds.contains(first) else { continue }
        places[words[words.startIndex + 1], default: []].insert(module)
      }
    }
    #expect(places.count > 300)
    for (name, modules) in places where modules.count > 1 {
      Issue.record("\(name) is a type of several modules: \(modules.sorted())")
    }
  }

  @Test("no placeholder is left")
  func placeholders() {
    for source in Self.sources + Self.tests { #expect(!source.path.hasSuffix("/Placeholder.swift"), "\(source.path)") }
  }
}
