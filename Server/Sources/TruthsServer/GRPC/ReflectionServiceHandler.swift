import Foundation
import GRPCCore
import SwiftProtobuf
import Truths
import TruthsServerMessages

/// Handles gRPC server reflection, so that tools can discover the services. Like the OpenAPI document it needs no token.
struct ReflectionServiceHandler: Grpc_Reflection_V1_ServerReflection.SimpleServiceProtocol {
  typealias Request = Grpc_Reflection_V1_ServerReflectionRequest
  typealias Response = Grpc_Reflection_V1_ServerReflectionResponse

  private let files: DescribedFiles

  init() { files = DescribedFiles() }

  func serverReflectionInfo(
    request: RPCAsyncSequence<Request, any Error>, response: RPCWriter<Response>, context: ServerContext
  ) async throws {
    for try await message in request {
      try await response.write(answer(to: message))
    }
  }

  private func answer(to request: Request) -> Response {
    var response = Response()
    response.validHost = request.host
    response.originalRequest = request
    switch request.messageRequest {
    case .listServices:
      response.listServicesResponse.service = files.services.map { name in .with { $0.name = name } }
    case .fileByFilename(let name): answer(files.file(named: name), to: name, &response)
    case .fileContainingSymbol(let name): answer(files.file(with: name), to: name, &response)
    case .allExtensionNumbersOfType(let name) where files.file(with: name) != nil:
      response.allExtensionNumbersResponse.baseTypeName = name
    case .allExtensionNumbersOfType(let name): refuse(name, &response)
    case .fileContainingExtension(let asked): refuse("\(asked.containingType)[\(asked.extensionNumber)]", &response)
    case nil:
      response.errorResponse.errorCode = Int32(Status.Code.invalidArgument.rawValue)
      response.errorResponse.errorMessage = "the request asks for nothing; ask for `list_services`"
    }
    return response
  }

  private func answer(_ file: Data?, to name: String, _ response: inout Response) {
    guard let file else { return refuse(name, &response) }
    response.fileDescriptorResponse.fileDescriptorProto = [file]
  }

  private func refuse(_ name: String, _ response: inout Response) {
    response.errorResponse.errorCode = Int32(Status.Code.notFound.rawValue)
    response.errorResponse.errorMessage = "nothing is called `\(Tool.visible(name))`"
  }
}

/// Descriptors of the files in `proto/`. None of these files imports another.
private struct DescribedFiles: Sendable {
  /// Names of the services, in byte order.
  let services: [String]
  private let files: [String: Data]
  /// File of each named declaration.
  private let fileNames: [String: String]

  init() {
    let set = Data(base64Encoded: DescriptorSet.base64).flatMap { try? Google_Protobuf_FileDescriptorSet(serializedBytes: $0) }
    var (services, files, fileNames): ([String], [String: Data], [String: String]) = ([], [:], [:])
    for file in set?.file ?? [] {
      files[file.name] = try? file.serializedData()
      for service in file.service {
        let name = "\(file.package).\(service.name)"
        services.append(name)
        for part in [name] + service.method.map({ "\(name).\($0.name)" }) { fileNames[part] = file.name }
      }
      for message in file.messageType {
        let name = "\(file.package).\(message.name)"
        let inner = message.nestedType.map(\.name) + message.enumType.map(\.name) + message.field.map(\.name)
        for part in [name] + inner.map({ "\(name).\($0)" }) { fileNames[part] = file.name }
      }
    }
    self.services = services.sorted()
    (self.files, self.fileNames) = (files, fileNames)
  }

  func file(named name: String) -> Data? { files[name] }

  func file(with symbol: String) -> Data? { fileNames[symbol].flatMap { files[$0] } }
}
