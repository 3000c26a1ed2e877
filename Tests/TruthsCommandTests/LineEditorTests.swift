import Testing

@testable import TruthsCommand

/// Lines of `truths repl` are edited by the bytes that a terminal sends.
@Suite("Lines are edited")
struct LineEditorTests {
  /// The state of an editor after some bytes.
  struct Session {
    var editor = LineEditor()
    var reader = KeyReader()
    var entered: [String] = []
    var last: LineEditor.Event?

    mutating func type(_ text: String, _ words: [String] = []) {
      reader.add(text.utf8)
      while let key = reader.next() {
        let event = editor.take(key) { line in
          let word = String(line.split(separator: " ", omittingEmptySubsequences: false).last ?? "")
          return (word, words.filter { $0.hasPrefix(word) && $0 != word })
        }
        if case .entered(let line) = event { entered.append(line) }
        last = event
      }
    }

    var line: String { editor.line.text }
  }

  static let left = "\u{1B}[D"
  static let right = "\u{1B}[C"
  static let up = "\u{1B}[A"
  static let down = "\u{1B}[B"

  static let edits: [(keys: String, line: String, cursor: Int)] = [
    ("1 + 1", "1 + 1", 5),
    ("ab\(left)x", "axb", 2),
    ("ab\(left)\(left)\(left)x\(right)y", "xayb", 3),
    ("abc\u{1B}[Hx\u{1B}[Fy", "xabcy", 5),
    ("abc\u{1B}OHx\u{1B}OFy", "xabcy", 5),
    ("abc\u{1B}[1~x\u{1B}[4~y", "xabcy", 5),
    ("abc\u{01}x\u{05}y", "xabcy", 5),
    ("abc\u{7F}", "ab", 2),
    ("abc\u{08}\u{08}\u{08}\u{08}", "", 0),
    ("abc\(left)\(left)\u{1B}[3~", "ac", 1),
    ("abc\u{04}", "abc", 3),
    ("abc\(left)\u{04}", "ab", 2),
    ("abcd\(left)\(left)\u{0B}", "ab", 2),
    ("abcd\(left)\(left)\u{15}", "cd", 0),
    ("one two  \u{17}", "one ", 4),
    ("one\u{17}", "", 0),
    ("日本語\(left)x", "日本x語", 3),
    ("e\u{301}x\(left)\u{7F}", "x", 0),
    ("👩\u{200D}👧\u{7F}", "", 0),
    ("a\u{1B}[15~b\u{1B}xc\u{00}d", "abcd", 4),
  ]

  @Test("by keys", arguments: edits.indices)
  func edit(_ index: Int) {
    let (keys, line, cursor) = Self.edits[index]
    var session = Session()
    session.type(keys)
    #expect(session.line == line)
    #expect(session.editor.line.cursor == cursor)
  }

  @Test("bytes may come one by one")
  func pieces() {
    for (keys, line, _) in Self.edits {
      var session = Session()
      for byte in keys.utf8 {
        session.reader.add([byte])
        while let key = session.reader.next() { _ = session.editor.take(key) { _ in ("", []) } }
      }
      #expect(session.line == line)
    }
  }

  @Test("bytes that are no text are passed over, and no bytes hang")
  func broken() {
    var reader = KeyReader()
    reader.add([0xFF, 0xC3, 0x28, 0xE2, 0x82, 0x41, 0x80, 0x42])
    var keys: [Key] = []
    while let key = reader.next() { keys.append(key) }
    #expect(keys.filter { $0 != .other } == [.text("("), .text("A"), .text("B")])
    reader.add([0x1B, 0x5B] + [UInt8](repeating: 0x31, count: 100))
    #expect(reader.next() == .other)
    #expect(reader.next() == nil)
  }

  @Test("a line is entered, and is in the history once")
  func history() {
    var session = Session()
    session.type("1\r1\r2\r \r\(Self.up)")
    #expect(session.entered == ["1", "1", "2", " "])
    #expect(session.editor.history == ["1", "2"])
    #expect(session.line == "2")
    session.type("\(Self.up)\(Self.up)")
    #expect(session.line == "1")
    #expect(session.last == .refused)
    session.type("\(Self.down)x\r")
    #expect(session.entered.last == "2x")
  }

  @Test("what was typed is there again behind the history")
  func draft() {
    var session = Session()
    session.type("old\rnew\(Self.up)\(Self.down)")
    #expect(session.line == "new")
    session.type(Self.down)
    #expect(session.last == .refused)
  }

  @Test("the history is bounded, and so is a line")
  func bounds() {
    let lines = (1...2_000).map(String.init)
    #expect(LineEditor(history: lines).history == Array(lines.suffix(LineEditor.historyLimit)))
    var session = Session()
    session.type(String(repeating: "x", count: LineBuffer.limit + 5))
    #expect(session.line.count == LineBuffer.limit)
    #expect(session.last == .refused)
  }

  @Test("Ctrl-C clears the line, Ctrl-D ends an empty one")
  func end() {
    var session = Session()
    session.type("abc\u{03}")
    #expect(session.last == .cleared)
    #expect(session.line == "")
    session.type("\u{04}")
    #expect(session.last == .ended)
  }

  @Test("a word is completed as far as the candidates agree")
  func completion() {
    let words = ["round", "row_number", "role", ":help"]
    var session = Session()
    session.type("1 + rou\t", words)
    #expect(session.line == "1 + round")
    session.type("\t", words)
    #expect(session.last == .refused)
    session.type("\u{03}r\t", words)
    #expect(session.line == "ro")
    session.type("\t", words)
    #expect(session.last == .candidates(["round", "row_number", "role"]))
    session.type("\u{03}:h\t", words)
    #expect(session.line == ":help")
    session.type("\u{03}zzz\t", words)
    #expect(session.last == .refused)
  }

  @Test("a terminal shows the part of a line around the cursor")
  func view() {
    var line = LineBuffer("0123456789")
    #expect(line.shown(width: 20) == ("0123456789", 10))
    #expect(line.shown(width: 6) == ("56789", 5))
    line.moveToStart()
    #expect(line.shown(width: 6) == ("01234", 0))
    line.move(by: 7)
    #expect(line.shown(width: 6) == ("23456", 5))
    #expect(LineBuffer("日本語").shown(width: 6) == ("本語", 4))
    #expect(LineBuffer("a\u{1B}b").shown(width: 10).text == "a␛b")
    #expect(LineBuffer("日本").shown(width: 1) == ("", 0))
  }

  @Test(
    "a line says what is to be done",
    arguments: [
      ("", .nothing), ("   ", .nothing), ("# 1 + 1", .nothing), ("1 + 1", .expression(start: 0)), ("  x", .expression(start: 2)),
      ("let x = 5", .keep(name: 4..<5, start: 8)), ("let  net:5", .keep(name: 5..<8, start: 9)),
      ("x: 1", .keep(name: 0..<1, start: 3)), ("let x == 5", .keep(name: 4..<5, start: 7)), ("let", .unfinishedLet),
      ("let x", .unfinishedLet), ("letter", .expression(start: 0)), ("x == 5", .expression(start: 0)),
      (":help", .command("help", argument: "", start: 5)), (" :load a b ", .command("load", argument: "a b", start: 7)),
      (":", .command("", argument: "", start: 1)),
    ] as [(String, ReplInput)])
  func inputs(_ line: String, _ wanted: ReplInput) { #expect(ReplInput(line) == wanted) }
}
