/// The files of a server's TLS, PEM: `--tls-certificate`, `--tls-key`, `--tls-client-ca`.
package struct TLSFiles: Hashable, Sendable {
  /// The certificate of the server, and those between it and one that clients trust.
  let certificate: String
  let key: String
  /// Certificates of those who issue the certificates of clients; `nil`: clients are asked for none.
  let clientCA: String?

  /// - Returns: `nil` where none is named.
  /// - Throws: ``StartFault`` with 64 where one lacks, and where the server was built without TLS.
  package static func named(certificate: String?, key: String?, clientCA: String?) throws(StartFault) -> TLSFiles? {
    guard let option = [certificate, key, clientCA].firstIndex(where: { $0 != nil }) else { return nil }
    #if TLS
      guard let certificate, let key else {
        let names = ["--tls-certificate", "--tls-key", "--tls-client-ca"]
        throw StartFault("\(names[option]): TLS takes both --tls-certificate and --tls-key, files in PEM", .wrongUse)
      }
      return TLSFiles(certificate: certificate, key: key, clientCA: clientCA)
    #else
      let names = ["--tls-certificate", "--tls-key", "--tls-client-ca"]
      throw StartFault(
        """
        \(names[option]): this server was built without TLS; `make server` builds one that has it, and a proxy in front \
        of this one can take the TLS connections (docs/how-to/serve.md)
        """, .wrongUse)
    #endif
  }
}
