import TruthsSyntax
import TruthsText

/// The id of a truth or invariant (language.md §1, "Truth ids"): written, else the file's stem where the name says the same, else
/// the stem with the name behind it.
func truthID(explicit: Name?, name: String, stem: String) -> String {
  if let explicit { return explicit.text }
  let segments = stem.split(separator: ".", omittingEmptySubsequences: false)
  if segments.dropFirst().joined(separator: "_") == name { return stem }
  return "\(stem).\(name)"
}
