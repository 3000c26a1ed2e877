#if TLS
  import Crypto
  import Foundation
  import SwiftASN1
  import X509

  /// Issues certificates, and writes them with their keys into a folder.
  struct TestAuthority {
    /// A certificate and its key, in files.
    struct Credential {
      let certificate: String
      let key: String
    }

    /// The authority's own.
    let credential: Credential
    private let folder: URL
    private let name: DistinguishedName
    private let key = P256.Signing.PrivateKey()

    init(in folder: URL, _ name: String = "authority") throws {
      (self.folder, self.name) = (folder, try Self.subject([(.RDNAttributeType.commonName, name)]))
      credential = Credential(
        certificate: folder.appending(path: "\(name).pem").path, key: folder.appending(path: "\(name).key").path)
      let extensions = try Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        Critical(KeyUsage(keyCertSign: true))
      }
      try write(to: credential, self.name, key, extensions, from: -60, to: 86_400)
    }

    /// A subject with an attribute in each of its names, in the order of the certificate.
    static func subject(_ names: [(ASN1ObjectIdentifier, String)]) throws -> DistinguishedName {
      try DistinguishedName(
        names.map { RelativeDistinguishedName.Attribute(type: $0.0, value: .init(utf8String: $0.1)) })
    }

    /// Issues a certificate that servers on this machine, and clients, can use.
    ///
    /// - Parameters:
    ///   - file: the name of its files.
    ///   - from: when it begins to count, in seconds from now.
    ///   - end: when it counts no longer.
    func issue(_ file: String, _ subject: DistinguishedName, from: Int = -60, to end: Int = 86_400) throws -> Credential {
      let credential = Credential(
        certificate: folder.appending(path: "\(file).pem").path, key: folder.appending(path: "\(file).key").path)
      let extensions = try Certificate.Extensions {
        SubjectAlternativeNames([.ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1])), .dnsName("localhost")])
      }
      try write(to: credential, subject, P256.Signing.PrivateKey(), extensions, from: from, to: end)
      return credential
    }

    /// Issues a certificate with a common name and an organisation.
    func issue(_ file: String, _ commonName: String, from: Int = -60, to end: Int = 86_400) throws -> Credential {
      let subject = try Self.subject([
        (.RDNAttributeType.organizationName, "Acme"), (.RDNAttributeType.commonName, commonName),
      ])
      return try issue(file, subject, from: from, to: end)
    }

    private func write(
      to credential: Credential, _ subject: DistinguishedName, _ holder: P256.Signing.PrivateKey,
      _ extensions: Certificate.Extensions, from begin: Int, to end: Int
    ) throws {
      let certificate = try Certificate(
        version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(holder.publicKey),
        notValidBefore: Date(timeIntervalSinceNow: Double(begin)), notValidAfter: Date(timeIntervalSinceNow: Double(end)),
        issuer: name, subject: subject, signatureAlgorithm: .ecdsaWithSHA256, extensions: extensions,
        issuerPrivateKey: .init(key))
      try certificate.serializeAsPEM().pemString.write(toFile: credential.certificate, atomically: true, encoding: .utf8)
      try holder.pemRepresentation.write(toFile: credential.key, atomically: true, encoding: .utf8)
    }
  }
#endif
