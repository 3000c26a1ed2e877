package import TruthsJSON
import TruthsLedger
package import TruthsProgram
import TruthsText

extension CanonicalDeclaration {
  /// The declaration as a member of `declarations`, which the truths hash is over (hashes §3): of a time zone the hash of its
  /// rules.
  package var member: JSONObject.Member {
    JSONObject.Member(name: Text(key.text), value: isDigest ? .text(Digest(canonical: body).prefixed) : body)
  }
}
