#if TLS
  import Foundation
  import NIOSSL
  import SwiftASN1
  import X509

  /// Creation of peers from verified client certificates.
  extension Peer {
    /// Creates a peer from a verified certificate of an HTTP connection.
    ///
    /// - Returns: `nil` where its subject cannot be listed in an identities file.
    init?(verified certificate: NIOSSLCertificate) {
      guard let bytes = try? certificate.toDERBytes(), let known = try? Certificate(derEncoded: bytes) else { return nil }
      self.init(verified: known)
    }

    /// Creates a peer from a verified certificate of a gRPC connection.
    init?(verified certificate: Certificate) {
      guard let subject = CertificateSubject(certificate) else { return nil }
      self.init(name: .certificate(subject), end: Int(certificate.notValidAfter.timeIntervalSince1970) * 1_000)
    }
  }

  extension CertificateSubject {
    /// - Returns: `nil` where the subject has values that are not texts.
    init?(_ certificate: Certificate) {
      var names: [[Attribute]] = []
      for name in certificate.subject {
        var attributes: [Attribute] = []
        for attribute in name {
          guard let value = String(attribute.value) else { return nil }
          attributes.append(Attribute(type: "\(attribute.type)", value: Array(value.utf8)))
        }
        names.append(attributes)
      }
      self.init(names)
    }
  }
#endif
