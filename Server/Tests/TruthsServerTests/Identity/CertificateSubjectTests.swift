import Testing

@testable import TruthsServer

/// The texts of subjects in the file of identities (server §6.6).
struct CertificateSubjectTests {
  private func subject(_ text: String) throws(IdentityFault) -> CertificateSubject { try CertificateSubject(text, "subject") }

  @Test(
    "texts that mean the same subject are equal",
    arguments: [
      ("CN=gateway", "cn=gateway"), ("CN=gateway,O=Acme", "2.5.4.3=gateway,2.5.4.10=Acme"), (#"CN=a\,b"#, #"CN=a\2Cb"#),
      ("CN=Jörg", #"CN=J\C3\B6rg"#), ("CN=a+UID=b", "UID=b+CN=a"), (#"CN=\ a\ "#, #"CN=\20a\20"#), ("CN=a=b", #"CN=a\=b"#),
      (##"CN=\#a#b"##, ##"CN=\23a#b"##), ("emailAddress=a@b.example,DC=example", "EMAILADDRESS=a@b.example,dc=example"),
    ])
  func equal(one: String, other: String) throws {
    #expect(try subject(one) == subject(other))
    let text = try subject(other).text
    #expect(try subject(text) == subject(one), "\(text)")
  }

  @Test(
    "others are not",
    arguments: [
      ("CN=gateway", "CN=Gateway"), ("CN=gateway", "CN=gateway,O=Acme"), ("CN=a,O=b", "O=b,CN=a"), ("CN=a,O=b", #"CN=a\,O=b"#),
      ("CN=a", "CN=a,CN=a"), ("CN=a+UID=b", "CN=a,UID=b"), ("CN=a+CN=a", "CN=a"), ("CN=é", "CN=e\u{301}"), ("CN=a", "OU=a"),
    ])
  func different(one: String, other: String) throws { #expect(try subject(one) != subject(other)) }

  @Test(
    "a text at fault says why",
    arguments: [
      ("", "no `TYPE=VALUE`"), ("gateway", "no `TYPE=VALUE`"), ("CN=", "a value is empty"), ("CN=a,", "no `TYPE=VALUE`"),
      ("CN = a", "`CN ` is neither"), ("CN=a, O=b", "` O` is neither"), ("CM=a", "`CM` is neither"), ("2=a", "`2` is neither"),
      ("2.05=a", "`2.05` is neither"), ("CN= a", "begins with a space"), ("CN=a ", "ends with a space"),
      (#"CN="a""#, "no backslash before it"), ("CN=#0403", "begins with a space or `#`"), (#"CN=\zz"#, "behind a backslash"),
      (#"CN=a\"#, "behind a backslash"), (#"CN=a\0"#, "behind a backslash"), (#"CN=a\00b"#, "a control character"),
      ("CN=a\u{7}", "a control character"), (#"CN=a\FF"#, "not UTF-8"), (#"CN=a\+1"#, "x"),
    ])
  func faults(text: String, message: String) {
    // A plus sign is escaped by a backslash, and the value continues.
    guard message != "x" else {
      #expect((try? subject(text)) != nil)
      return
    }
    do throws(IdentityFault) {
      let subject = try subject(text)
      Issue.record("`\(text)` is read as \(subject.text)")
    } catch {
      #expect(error.description.contains(message) && error.description.contains("openssl x509"), "\(error)")
    }
  }
}
