/// Edits lines by keys, with history and completion, independent of the terminal.
struct LineEditor {
  private(set) var line = LineBuffer()
  /// Earlier lines, the most recent one last.
  private(set) var history: [String]
  /// Index of the shown line in the history; the history's count for the new line.
  private var shown: Int
  /// The new line, kept while a line of the history is shown.
  private var draft = LineBuffer()

  /// Maximum number of lines kept.
  static let historyLimit = 1_000

  init(history: [String] = []) {
    self.history = Array(history.suffix(Self.historyLimit))
    shown = self.history.count
  }

  /// The effect of a key.
  enum Event: Equatable {
    /// The line may have changed.
    case changed
    /// The key had no effect.
    case refused
    case entered(String)
    /// The line was cleared.
    case cleared
    /// The user ended the input.
    case ended
    /// Several words are possible.
    case candidates([String])
    case clearScreen
  }

  /// Handles a key, and returns the effect on the line.
  ///
  /// - Parameter complete: returns the last word before the cursor, and its completions.
  mutating func take(_ key: Key, complete: (String) -> (word: String, candidates: [String])) -> Event {
    switch key {
    case .text(let text): return line.insert(text) ? .changed : .refused
    case .enter: return enter()
    case .tab: return self.complete(complete(line.beforeCursor))
    case .interrupt:
      begin()
      return .cleared
    case .endOfInput:
      if line.characters.isEmpty { return .ended }
      line.deleteForward()
    case .up: return show(shown - 1)
    case .down: return show(shown + 1)
    case .clearScreen: return .clearScreen
    case .other: return .refused
    case .backspace: line.deleteBack()
    case .delete: line.deleteForward()
    case .left: line.move(by: -1)
    case .right: line.move(by: 1)
    case .home: line.moveToStart()
    case .end: line.moveToEnd()
    case .deleteToEnd: line.deleteToEnd()
    case .deleteToStart: line.deleteToStart()
    case .deleteWord: line.deleteWord()
    }
    return .changed
  }

  private mutating func begin() {
    line = LineBuffer()
    draft = LineBuffer()
    shown = history.count
  }

  private mutating func enter() -> Event {
    let text = line.text
    if text.contains(where: { $0 != " " }), history.last != text {
      history.append(text)
      if history.count > Self.historyLimit { history.removeFirst() }
    }
    begin()
    return .entered(text)
  }

  private mutating func show(_ place: Int) -> Event {
    guard (0...history.count).contains(place) else { return .refused }
    if shown == history.count { draft = line }
    shown = place
    line = place == history.count ? draft : LineBuffer(history[place])
    return .changed
  }

  /// Completes the word before the cursor as far as the candidates agree.
  private mutating func complete(_ found: (word: String, candidates: [String])) -> Event {
    guard let first = found.candidates.first else { return .refused }
    let common = found.candidates.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    guard common.count > found.word.count else { return .candidates(found.candidates) }
    return line.replace(last: found.word.count, with: common) ? .changed : .refused
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
