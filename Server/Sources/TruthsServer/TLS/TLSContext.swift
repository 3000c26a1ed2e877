#if TLS
  import Foundation
  import Logging
  import NIOCore
  import NIOSSL
  import Synchronization

  /// The certificate and key for TLS connections, and the authorities whose client certificates are accepted. Reloads changed
  /// files.
  final class TLSContext: Sendable {
    /// The protocol that a client agrees to use over TLS (ALPN).
    enum ApplicationProtocol: String {
      case http1 = "http/1.1"
      /// The protocol of gRPC.
      case http2 = "h2"
    }

    private struct Contexts {
      let http1: NIOSSLContext
      let http2: NIOSSLContext
    }

    private struct State {
      var contexts: Contexts
      var contents: [String: Data?]
    }

    private let files: TLSFiles
    private let logger: Logger
    private let state: Mutex<State>

    /// - Throws: ``StartFault`` with exit code 66 where a file cannot be read, 65 where one is invalid.
    init(_ files: TLSFiles, logger: Logger) throws(StartFault) {
      (self.files, self.logger) = (files, logger)
      let contents = Self.contents(of: files)
      state = Mutex(State(contexts: try Self.contexts(files, contents), contents: contents))
    }

    /// Starts TLS on a connection with the current files. The existing handlers of its pipeline come after TLS.
    ///
    /// - Parameters:
    ///   - table: counts the connection, and stores its verified peer.
    ///   - time: time limit of the handshake.
    func secure(
      _ channel: any Channel, for spoken: ApplicationProtocol, _ table: ConnectionTable, within time: TimeAmount
    ) throws {
      let contexts = state.withLock { $0.contexts }
      let handler = NIOSSLServerHandler(context: spoken == .http1 ? contexts.http1 : contexts.http2)
      try channel.pipeline.syncOperations.addHandlers(
        [handler, TLSHandler(table: table, time: time, logger: logger)], position: .first)
    }

    /// Reads the files again where one has changed. A faulty file is logged once, and new connections use the previous files.
    func reloadIfChanged() {
      let contents = Self.contents(of: files)
      guard state.withLock({ $0.contents }) != contents else { return }
      do throws(StartFault) {
        let contexts = try Self.contexts(files, contents)
        state.withLock { $0 = State(contexts: contexts, contents: contents) }
        logger.notice("\(files.certificate): the files of TLS were read again")
      } catch {
        state.withLock { $0.contents = contents }
        logger.error("TLS stays as it was: \(error)")
      }
    }

    private static func contents(of files: TLSFiles) -> [String: Data?] {
      let paths = [files.certificate, files.key] + (files.clientCA.map { [$0] } ?? [])
      return Dictionary(paths.map { ($0, FileManager.default.contents(atPath: $0)) }) { first, _ in first }
    }

    private static func contexts(_ files: TLSFiles, _ contents: [String: Data?]) throws(StartFault) -> Contexts {
      func bytes(_ path: String) throws(StartFault) -> [UInt8] {
        guard let data = contents[path] ?? nil else { throw StartFault("\(path): it cannot be read", .noInput) }
        return Array(data)
      }
      func certificates(_ path: String) throws(StartFault) -> [NIOSSLCertificate] {
        let pem = try bytes(path)
        guard let found = try? NIOSSLCertificate.fromPEMBytes(pem), !found.isEmpty else {
          throw StartFault("\(path): it holds no certificates in PEM (-----BEGIN CERTIFICATE-----)", .badData)
        }
        return found
      }
      let chain = try certificates(files.certificate)
      let keyBytes = try bytes(files.key)
      guard let key = try? NIOSSLPrivateKey(bytes: keyBytes, format: .pem) else {
        throw StartFault(
          "\(files.key): it holds no private key in PEM without a passphrase (-----BEGIN PRIVATE KEY-----)", .badData)
      }
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
      configuration.minimumTLSVersion = .tlsv12
      configuration.shutdownTimeout = .seconds(2)
      if let clientCA = files.clientCA {
        configuration.trustRoots = .certificates(try certificates(clientCA))
        // A client without a certificate may have a token.
        configuration.certificateVerification = .optionalVerification
      }
      func context(for spoken: ApplicationProtocol) throws -> NIOSSLContext {
        configuration.applicationProtocols = [spoken.rawValue]
        return try NIOSSLContext(configuration: configuration)
      }
      do {
        return Contexts(http1: try context(for: .http1), http2: try context(for: .http2))
      } catch {
        throw StartFault("\(files.key): it is not the key of the certificate in \(files.certificate): \(error)", .badData)
      }
    }
  }
#endif
