/// Breaks a text at its spaces into lines of at most `width` characters; a longer word gets a line of its own.
package func wrapped(_ text: String, width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if !line.isEmpty, line.count + 1 + word.count > width {
      lines.append(line)
      line = ""
    }
    line += (line.isEmpty ? "" : " ") + word
  }
  if !line.isEmpty || lines.isEmpty { lines.append(line) }
  return lines
}

/// Returns a count with its noun: `1 error`, `2 errors`.
package func counted(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
