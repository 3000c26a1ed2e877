#if TLS
  import NIOSSL
  import SwiftASN1
  import X509

  extension Peer {
    /// Who holds the key of a certificate that was verified.
    ///
    /// - Returns: `nil` where its subject is one that can be listed nowhere.
    init?(verified certificate: NIOSSLCertificate) {
      guard let bytes = try? certificate.toDERBytes(), let subject = CertificateSubject(certificate: bytes) else { return nil }
      self.init(name: .certificate(subject), end: Int(certificate.notValidAfter) * 1_000)
    }
  }

  extension CertificateSubject {
    /// - Parameter bytes: DER.
    /// - Returns: `nil` where it is no certificate, or its subject has other values than texts.
    init?(certificate bytes: [UInt8]) {
      guard let certificate = try? Certificate(derEncoded: bytes) else { return nil }
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
