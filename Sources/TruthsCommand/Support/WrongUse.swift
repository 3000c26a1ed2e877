import ArgumentParser
import Truths

/// Detects a misspelt command or option, and a ledger without `--ledger`. The argument library checks unknown options only after
/// it found all required ones. So it would report a misspelt required option as missing.
struct WrongUse {
  /// One line that suggests the nearest name.
  let message: String

  /// Finds the first unknown name in the arguments; `nil` where all are known.
  ///
  /// - Parameter arguments: the arguments without the name of the tool.
  init?(_ arguments: [String], of tool: any ParsableCommand.Type) {
    var words = arguments[...]
    if words.first == "help" { words = words.dropFirst() }
    var (command, path) = (tool, [] as [String])
    while let word = words.first, !word.hasPrefix("-"), !command.configuration.subcommands.isEmpty {
      if path.isEmpty, word == "help" { return nil }
      guard let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == word }) else {
        message = Self.unknownCommand(word, path, command)
        return
      }
      (command, path) = (next, path + [word])
      words = words.dropFirst()
    }
    let options = Self.options(of: command)
    let given = words.prefix { $0 != "--" }.compactMap(Self.option)
    let name = (["truths"] + path).joined(separator: " ")
    if let unknown = given.first(where: { !options.contains($0) && !Self.hidden.contains($0) }) {
      message = Self.unknownOption(unknown, options, name)
    } else if options.contains("--ledger"), !given.contains("--ledger"), let ledger = Self.ledger(among: words) {
      message = "\(ledger): a ledger is named by --ledger: `\(name) --ledger \(ledger)`"
    } else {
      return nil
    }
  }

  /// Options of the argument library that its help does not list.
  private static let hidden = ["--help-hidden", "--generate-completion-script", "--experimental-dump-help"]

  /// Returns the first argument that is named as ledgers usually are and is no value of an option.
  private static func ledger(among words: ArraySlice<String>) -> String? {
    let place = words.indices.first { place in
      words[place].hasSuffix(".jsonl") && (place == words.startIndex || !words[place - 1].hasPrefix("-"))
    }
    return place.map { words[$0] }
  }

  private static func unknownCommand(_ word: String, _ path: [String], _ command: any ParsableCommand.Type) -> String {
    let names = command.configuration.subcommands.compactMap { $0.configuration.commandName }
    let nearest = Tool.nearestName(to: word, among: path.isEmpty ? names + ["help"] : names)
    func qualified(_ name: String) -> String { (path + [name]).joined(separator: " ") }
    let help = nearest.map { "did you mean `\(qualified($0))`?" } ?? "there are \(names.joined(separator: ", "))"
    return "there is no command `\(qualified(word))`; \(help)"
  }

  private static func unknownOption(_ option: String, _ known: [String], _ command: String) -> String {
    let nearest = Tool.nearestName(to: option, among: known.filter { $0.hasPrefix("--") })
    let help = nearest.map { "did you mean `\($0)`?" } ?? "`\(command) --help` lists the options"
    return "unknown option `\(option)`; \(help)"
  }

  /// Returns the option that an argument names; `nil` for `-`, negative numbers and everything else.
  private static func option(_ argument: String) -> String? {
    let name = argument.prefix { $0 != "=" }
    let letters = name.drop { $0 == "-" }
    let dashes = name.count - letters.count
    guard (1...2).contains(dashes), let first = letters.first, first.isLetter, !letters.contains(" ") else { return nil }
    return String(name)
  }

  /// Returns the options in the help of a command: each begins a line that is indented by two spaces.
  private static func options(of command: any ParsableCommand.Type) -> [String] {
    let lines = command.helpMessage(columns: 200).split(separator: "\n").filter { $0.hasPrefix("  -") }
    return lines.flatMap { line in
      let names = line.split { $0 == " " || $0 == "," || $0 == "/" }.prefix { $0.hasPrefix("-") || $0.hasPrefix("<") }
      return names.filter { $0.hasPrefix("-") }.map(String.init)
    }
  }
}
