import Truths
import TruthsSystem

/// Reads lines from a terminal, key by key, between ``begin()`` and ``end()``. Afterwards, and when a signal ends the process,
/// the terminal's settings are restored.
struct RawTerminal {
  private var reader = KeyReader()
  private let prompt: String

  init(prompt: String) { self.prompt = prompt }

  /// The terminal's earlier settings, which the signal handler restores.
  nonisolated(unsafe) private static var before: termios?

  /// Signals that end the process.
  private static let signals = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]

  private static let handler: @convention(c) (Int32) -> Void = { number in
    if var before { tcsetattr(STDIN_FILENO, TCSANOW, &before) }
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Reads the next line.
  ///
  /// - Parameters:
  ///   - editor: the editor, which keeps the history between lines.
  ///   - complete: see ``LineEditor/take(_:complete:)``.
  /// - Returns: `nil` at the end.
  mutating func line(_ editor: inout LineEditor, complete: (String) -> (word: String, candidates: [String])) -> String? {
    draw(editor.line)
    while true {
      // Pasted text is drawn once.
      var isDrawn = true
      while let key = reader.next() {
        let event = editor.take(key, complete: complete)
        switch event {
        case .changed: isDrawn = false
        case .refused: Self.write("\u{7}")
        case .cleared:
          Self.write("^C\r\n")
          draw(editor.line)
        case .clearScreen:
          Self.write("\u{1B}[H\u{1B}[2J")
          draw(editor.line)
        case .candidates(let words):
          Self.write("\r\n" + Self.columns(words, width: Self.width) + "\r\n")
          draw(editor.line)
        case .entered(let text):
          if !isDrawn { draw(LineBuffer(text)) }
          Self.write("\r\n")
          return text
        case .ended:
          Self.write("\r\n")
          return nil
        }
      }
      if !isDrawn { draw(editor.line) }
      guard let bytes = Self.read(), !bytes.isEmpty else { return nil }
      reader.add(bytes)
    }
  }

  private func draw(_ line: LineBuffer) {
    let start = Tool.columns(of: prompt)
    let (text, column) = line.shown(width: max(2, Self.width - start))
    let place = start + column
    Self.write("\r\(prompt)\(text)\u{1B}[K\r" + (place > 0 ? "\u{1B}[\(place)C" : ""))
  }

  /// Arranges words in columns, as many as fit, up to 100 words.
  private static func columns(_ words: [String], width: Int) -> String {
    let shown = words.prefix(100)
    let widest = (shown.map(\.count).max() ?? 0) + 2
    let perLine = max(1, width / widest)
    var lines: [String] = []
    for start in stride(from: 0, to: shown.count, by: perLine) {
      let line = shown[start..<min(start + perLine, shown.count)]
      lines.append(line.map { $0 + String(repeating: " ", count: widest - $0.count) }.joined())
    }
    if words.count > shown.count { lines.append("and \(words.count - shown.count) more") }
    return lines.joined(separator: "\r\n")
  }

  /// The width of the terminal in columns.
  private static var width: Int {
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Switches the terminal to reading single keys without echo, and makes signals restore it before they end the process.
  ///
  /// - Returns: whether the terminal supports this.
  static func begin() -> Bool {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return false }
    before = settings
    for number in signals { signal(number, handler) }
    cfmakeraw(&settings)
    settings.c_oflag |= tcflag_t(OPOST)
    return tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) == 0
  }

  static func end() {
    if var before { tcsetattr(STDIN_FILENO, TCSADRAIN, &before) }
    before = nil
    for number in signals { signal(number, SIG_DFL) }
  }

  /// Returns typed bytes; empty at the end, `nil` where the terminal is gone.
  private static func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1_024)
    let count = retrying { TruthsSystem.read(STDIN_FILENO, &bytes, bytes.count) }
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  private static func write(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { writeAll($0, to: STDOUT_FILENO) } }
}
