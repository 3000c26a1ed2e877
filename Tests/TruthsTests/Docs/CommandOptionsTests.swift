import Foundation
import Testing
import TruthsTestSupport

/// The arguments and options of each command, as command-line §4 lists them.
@Suite("What commands take")
struct CommandOptionsTests {
  /// The columns of the table, with the words for them in the help of a command.
  private static let words = [
    "PATH": "<path>", "FILE": "<file>", "REQUEST": "<request>", "OLD": "<old>", "NEW": "<new>", "--truths": "--truths",
    "--ledger": "--ledger",
    "--proposal": "--proposal", "--context": "--context", "--document": "--document", "--set": "--set", "--now": "--now",
    "--actor": "--actor",
  ]

  /// Returns the commands of the table, each with the arguments and options in its row.
  private static func rows() throws -> [(command: String, taken: Set<String>)] {
    let text = try Repository.text("docs/reference/command-line.md")
    let lines = text.components(separatedBy: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("| commands | truths | ledger |") })
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.flatMap { line in
      let cells = line.dropFirst().dropLast().components(separatedBy: " | ")
      let taken = Set(cells.dropFirst().flatMap { codes(in: $0) })
      return codes(in: cells[0]).map { (command: $0, taken: taken) }
    }
  }

  private static func codes(in cell: String) -> [String] {
    cell.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  }

  @Test("every command has a row, and that of `serve` is what the page of the server says")
  func whole() throws {
    let rows = try Self.rows()
    let help = try BuiltCommand.shell("truths --help", in: Repository.root).output.components(separatedBy: "SUBCOMMANDS:\n")
    let commands = try #require(help.last).components(separatedBy: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(rows.map(\.command).sorted() == commands.filter { $0 != "See" }.sorted())
    let page = try Repository.text("docs/reference/server.md").components(separatedBy: "\n")
    let start = try #require(page.firstIndex { $0.hasPrefix("| option | default |") })
    let named = page[(start + 2)...].prefix { $0.hasPrefix("|") }.flatMap { Self.codes(in: $0.components(separatedBy: " | ")[0]) }
      .map { $0 == "SET…" ? "PATH" : $0.components(separatedBy: " ")[0] }
    let taken = try #require(rows.first { $0.command == "serve" }).taken
    for word in Self.words.keys { #expect(named.contains(word) == taken.contains(word), "\(word)") }
  }

  @Test("the table is what their help says")
  func table() throws {
    let rows = try Self.rows()
    for (command, taken) in rows where command != "serve" {
      #expect(taken.isSubset(of: Self.words.keys), "\(command)")
      let help = try BuiltCommand.shell("truths \(command) --help", in: Repository.root).output
      let named = help.components(separatedBy: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
        .compactMap { $0.split(separator: " ").first.map(String.init) }
      for (word, written) in Self.words {
        #expect(named.contains(written) == taken.contains(word), "\(command): \(word)")
      }
    }
  }
}
