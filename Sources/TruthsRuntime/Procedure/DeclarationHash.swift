package import TruthsJSON
import TruthsLedger
package import TruthsProgram
import TruthsText

extension CanonicalDeclaration {
  /// The declaration as a member of `declarations`, which the truths hash covers (hashes §3). A time zone is represented by the
  /// hash of its rules.
  package var member: JSONObject.Member {
    JSONObject.Member(name: Text(key.text), value: isDigest ? .text(Digest(canonical: body).prefixed) : body)
  }
}
