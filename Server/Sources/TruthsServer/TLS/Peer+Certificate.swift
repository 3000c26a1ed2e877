#if TLS
  import Foundation
  import NIOSSL
  import SwiftASN1
  import X509

  extension Peer {
    /// Who holds the key of a certificate that was verified.
    ///
    /// - Returns: `nil` where its subject is one that can be listed nowhere.
    init?(verified certificate: NIOSSLCertificate) {
      guard let bytes = try? certificate.toDERBytes(), let known = try? Certificate(derEncoded: bytes) else { return nil }
      self.init(verified: known)
    }

    /// The same, of a connection over gRPC.
    init?(verified certificate: Certificate) {
      guard let subject = CertificateSubject(certificate) else { return nil }
      self.init(name: .certificate(subject), end: Int(certificate.notValidAfter.timeIntervalSince1970) * 1_000)
    }
  }

  extension CertificateSubject {
    /// - Returns: `nil` where its subject has other values than texts.
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
