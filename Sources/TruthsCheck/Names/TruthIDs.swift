import TruthsSyntax
import TruthsText

/// The id of a truth or invariant (language.md §1, "Truth ids"): written, else the file's stem where the name says the same, else
/// the stem with the name behind it.
func truthID(explicit: Name?, name: String, stem: String) -> String {
  if let explicit { return explicit.text }
  let rest = stem.utf8.drop { $0 != 0x2E }.dropFirst()
  if rest.elementsEqual(name.utf8, by: { $0 == $1 || $0 == 0x2E && $1 == 0x5F }) { return stem }
  return "\(stem).\(name)"
}
