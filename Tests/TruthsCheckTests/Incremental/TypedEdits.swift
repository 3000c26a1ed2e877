import TruthsGenerators

/// Small changes of files, as people make them while they type: within a line, of lines, and of whole files.
struct TypedEdits {
  private(set) var files: [(path: String, lines: [String])]
  /// The files at the start, from which most typed text is taken.
  private let original: [(path: String, lines: [String])]
  private var chance: Chance

  init(_ files: [(path: String, bytes: [UInt8])], seed: Int) {
    self.files = files.map { file in
      (
        file.path,
        String(decoding: file.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      )
    }
    original = self.files
    chance = Chance(seed: UInt64(seed))
  }

  /// The current files.
  var written: [(path: String, bytes: [UInt8])] {
    files.map { ($0.path, Array($0.lines.joined(separator: "\n").utf8)) }
  }

  /// A change of a file by its path; without bytes, the file was deleted.
  struct Change {
    var path: String
    var bytes: [UInt8]?
  }

  /// Makes one more change.
  mutating func next() -> Change {
    if files.isEmpty || chance.once(in: 25),
      let lost = original.first(where: { file in !files.contains { $0.path == file.path } })
    {
      files.append(lost)
      return change(files.count - 1)
    }
    if files.count > 1, chance.once(in: 40) {
      return Change(path: files.remove(at: chance.next(below: files.count)).path, bytes: nil)
    }
    let place = chance.next(below: files.count)
    var lines = files[place].lines
    edit(&lines, from: original.first { $0.path == files[place].path }?.lines ?? [""])
    files[place].lines = lines
    return change(place)
  }

  private func change(_ place: Int) -> Change {
    Change(path: files[place].path, bytes: Array(files[place].lines.joined(separator: "\n").utf8))
  }

  private mutating func edit(_ lines: inout [String], from original: [String]) {
    let place = chance.next(below: max(1, lines.count))
    switch chance.next(below: 10) {
    case 0: lines.insert(chance.pick(original), at: min(place, lines.count))
    case 1: if !lines.isEmpty { lines.remove(at: place) }
    case 2, 3: lines = original
    case 4: lines.insert(chance.pick(["", "# a note"]), at: min(place, lines.count))
    case 5: if !lines.isEmpty { lines[place] = exchanged(lines[place], for: chance.pick(original)) }
    case 6: if !lines.isEmpty { lines[place] = mistyped(lines[place]) }
    case 7: if !lines.isEmpty { lines[place] = String(lines[place].dropLast()) }
    default: if !lines.isEmpty { lines[place] = renumbered(lines[place]) }
    }
  }

  /// A line in which a word is another line's.
  private mutating func exchanged(_ line: String, for other: String) -> String {
    var words = line.split(separator: " ", omittingEmptySubsequences: false)
    let others = other.split(separator: " ")
    let places = words.indices.filter { !words[$0].isEmpty }
    if places.isEmpty || others.isEmpty { return line }
    words[chance.pick(places)] = chance.pick(others)
    return words.joined(separator: " ")
  }

  /// A line with a letter too many.
  private mutating func mistyped(_ line: String) -> String {
    let letters = Array(line)
    let places = letters.indices.filter { letters[$0].isLetter }
    guard !places.isEmpty else { return line + " " }
    var result = letters
    result.insert("x", at: chance.pick(places))
    return String(result)
  }

  /// A line with other digits.
  private mutating func renumbered(_ line: String) -> String {
    let digit = Character(String(1 + chance.next(below: 9)))
    return line.contains(where: \.isNumber) ? String(line.map { $0.isNumber ? digit : $0 }) : line + " "
  }
}
