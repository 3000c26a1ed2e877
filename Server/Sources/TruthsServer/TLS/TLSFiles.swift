/// The PEM files of the server's TLS: `--tls-certificate`, `--tls-key`, `--tls-client-ca`.
package struct TLSFiles: Hashable, Sendable {
  /// The server's certificate, followed by its intermediate certificates.
  let certificate: String
  let key: String
  /// Certificates of the authorities that issue client certificates; `nil` requests no client certificate.
  let clientCA: String?

  /// - Returns: `nil` where no file is named.
  /// - Throws: ``StartFault`` with exit code 64 where a file is missing, and where the server was built without TLS.
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
