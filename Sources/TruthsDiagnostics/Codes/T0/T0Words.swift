/// The user's words as a message quotes them: on one line, without what a terminal would obey, and cut where nobody would read
/// on.
func short(_ words: String) -> String {
  var result = String.UnicodeScalarView()
  for (index, scalar) in words.unicodeScalars.enumerated() {
    if index == 80 {
      result.append("…")
      break
    }
    let isControl = scalar.value < 0x20 || scalar.value >= 0x7F && scalar.value < 0xA0
    result.append(isControl ? (scalar == "\n" || scalar == "\t" ? " " : "\u{FFFD}") : scalar)
  }
  return String(result)
}
