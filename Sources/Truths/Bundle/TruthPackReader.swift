import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// Reads the parts of a bundle strictly: what it does not know is a finding, never passed over.
struct TruthPackReader {
  /// What is wrong.
  private(set) var findings: [Diagnostic] = []

  struct Parts {
    var truths: [SourceText]
    var declarations: LocatedJSON
    var governing: LocatedJSON
    var hash: LocatedJSON
    var sourcesSpan: Span
  }

  private static let members = ["truthpack", "declarations", "governing", "truths", "sources"]

  /// The parts; `nil` where some do not stand.
  mutating func parts(of json: LocatedJSON) -> Parts? {
    guard let members = json.members else {
      findings.append(T8401BundleShape.notABundle(at: json.span))
      return nil
    }
    // What another version holds is not known, so nothing else is said of it.
    guard let version = member("truthpack", of: json), isKnown(version.value) else { return nil }
    for member in members where !Self.members.contains(member.name.string) {
      findings.append(T8401BundleShape.unknown(member.name.string, known: Self.members, at: member.nameSpan))
    }
    let declarations = object("declarations", of: json)
    let governing = object("governing", of: json)
    let hash = member("truths", of: json)?.value
    if let hash, hash.stringValue == nil { wrongForm("truths", "a text", at: hash.span) }
    let sources = object("sources", of: json)
    guard let declarations, let governing, let hash, let sources else { return nil }
    let truths = (sources.value.members ?? []).compactMap { source($0) }
    return Parts(
      truths: truths, declarations: declarations.value, governing: governing.value, hash: hash, sourcesSpan: sources.nameSpan)
  }

  private mutating func isKnown(_ version: LocatedJSON) -> Bool {
    guard case .number(let number) = version.kind else {
      wrongForm("truthpack", "a number", at: version.span)
      return false
    }
    if number == Decimal(TruthPack.version) { return true }
    findings.append(T8402BundleVersion.unknown(number.canonicalText, known: TruthPack.version, at: version.span))
    return false
  }

  private mutating func source(_ member: LocatedJSON.Member) -> SourceText? {
    let path = member.name.string
    guard path.hasSuffix(".truths") || path.hasSuffix(".jtbd") else {
      findings.append(T8401BundleShape.notASource(path, at: member.nameSpan))
      return nil
    }
    guard let text = member.value.stringValue else {
      wrongForm(path, "a text", at: member.value.span)
      return nil
    }
    return SourceText(path: path, bytes: Array(text.utf8))
  }

  private mutating func member(_ name: String, of json: LocatedJSON) -> LocatedJSON.Member? {
    let member = json.member(name)
    if member == nil {
      let brace = Span(file: json.span.file, start: Int(json.span.start), end: Int(json.span.start) + 1)
      findings.append(T8401BundleShape.missing(name, at: brace))
    }
    return member
  }

  private mutating func object(_ name: String, of json: LocatedJSON) -> LocatedJSON.Member? {
    guard let member = member(name, of: json) else { return nil }
    guard member.value.members != nil else {
      wrongForm(name, "an object", at: member.value.span)
      return nil
    }
    return member
  }

  private mutating func wrongForm(_ name: String, _ wanted: String, at span: Span) {
    findings.append(T8401BundleShape.wrongForm(name, wanted: wanted, at: span))
  }
}
