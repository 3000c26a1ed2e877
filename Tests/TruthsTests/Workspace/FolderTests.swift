import Foundation
import Testing
import TruthsTestSupport

/// Files below a folder are read, or refused with their name, a reason and status 66 (command-line §1.1). No file is ignored
/// silently.
@Suite("Folders that are gone through")
struct FolderTests {
  /// The kinds of file system objects that may be at the path of a file or a folder.
  enum Kind: String, CaseIterable {
    case linkToFile, linkToFolder, linkNowhere, linkToItself, linkAround, linkAside, pipe, socket, device, unreadable

    /// A line of shell that makes it at a path; `elsewhere` holds a pack of its own.
    func making(at path: String) -> String {
      switch self {
      case .linkToFile: "ln -s \"$PWD/elsewhere/other/other.truths\" \(path)"
      case .linkToFolder: "ln -s \"$PWD/elsewhere/other\" \(path)"
      case .linkNowhere: "ln -s nowhere \(path)"
      case .linkToItself: "ln -s \"$(basename \(path))\" \(path)"
      case .linkAround: "ln -s \"$PWD\" \(path)"
      case .linkAside: "ln -s \"$PWD/truths/demo\" \(path)"
      case .pipe: "mkfifo \(path)"
      case .socket: "mv \"$PWD/socket\" \(path)"
      case .device: "mknod \(path) c 1 3"
      case .unreadable: "mkdir \(path); chmod 000 \(path)"
      }
    }

    /// Why it is refused below a folder of the project; `nil` where it is read.
    var reason: String? {
      switch self {
      case .linkToFile, .linkToFolder: nil
      case .linkNowhere: "the symbolic link cannot be followed: no such file or directory"
      case .linkToItself: "the symbolic link cannot be followed: the symbolic links lead in a circle"
      case .linkAround, .linkAside: "which is read by that path already"
      case .pipe: "it is a named pipe"
      case .socket: "it is a socket"
      case .device: "it is a device"
      case .unreadable: "permission denied"
      }
    }

    var isAdministrators: Bool { self == .device }
  }

  private static func use(_ kind: Kind, _ work: (URL) throws -> Void) throws {
    if kind.isAdministrators, geteuid() != 0 { return }
    try ParcelProject.use { directory in
      for folder in ["elsewhere/other", "jtbd", "Fixtures/demo", "documents"] {
        try FileManager.default.createDirectory(at: directory.appending(path: folder), withIntermediateDirectories: true)
      }
      try Data("pack other:\n  summary: Elsewhere\n".utf8)
        .write(to: directory.appending(path: "elsewhere/other/other.truths"))
      if kind == .socket { try makeSocket(at: directory.appending(path: "socket").path) }
      try work(directory)
    }
  }

  private static func makeSocket(at path: String) throws {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let made = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(made == 0)
  }

  /// Runs a command as a user to whom file permissions apply.
  private static func shell(_ line: String, as kind: Kind, in directory: URL) throws -> BuiltCommand.Result {
    guard kind == .unreadable, geteuid() == 0 else { return try BuiltCommand.shell("timeout 20 \(line)", in: directory) }
    return try BuiltCommand.shell(
      "chmod 755 . && timeout 20 setpriv --reuid=65534 --regid=65534 --clear-groups \(line)", in: directory)
  }

  @Test("below a folder, whichever command goes through it", arguments: Kind.allCases)
  func below(kind: Kind) throws {
    let name = kind == .linkToFile ? "other.truths" : "other"
    for folder in ["truths", "truths/demo", "jtbd", "Fixtures", "Fixtures/demo"] {
      // A file of a pack must be in the folder of that pack.
      if kind == .linkToFile, folder == "truths/demo" { continue }
      try Self.use(kind) { directory in
        _ = try BuiltCommand.shell(kind.making(at: "\(folder)/\(name)"), in: directory)
        for command in ["check", "check truths", "check \(folder)", "fmt --check", "capabilities", "eval", "migrate --check ."] {
          let result = try Self.shell("truths \(command)", as: kind, in: directory)
          let told: Comment = "\(kind) in \(folder): \(command): \(result)"
          if let reason = kind.reason {
            #expect(result.status == 66, told)
            let named = result.complaints.contains("/\(folder)/\(name)") || kind == .linkAround
            #expect(named && result.complaints.contains(reason), told)
          } else {
            #expect(result.status != 66 && !result.complaints.contains(name), told)
            if command == "capabilities" { #expect(result.output.contains(#""other""#), told) }
          }
        }
      }
    }
  }

  @Test("in the place of a folder of the project", arguments: Kind.allCases)
  func instead(kind: Kind) throws {
    for folder in ["truths", "jtbd", "Fixtures"] {
      try Self.use(kind) { directory in
        _ = try BuiltCommand.shell("rm -r \(folder); \(kind.making(at: folder))", in: directory)
        let result = try Self.shell("truths check", as: kind, in: directory)
        let told: Comment = "\(kind) as \(folder): \(result)"
        switch kind {
        case .linkToFile:
          #expect(result.status == 66, told)
          if folder != "truths" { #expect(result.complaints.contains("it is a file, but a folder is expected there"), told) }
        case .linkToFolder: #expect(result.status == 0 || result.output.contains("/other.truths"), told)
        // The target of the link is deleted, or is the project or one of its packs.
        case .linkAround, .linkAside: #expect(result.status == 66 || folder == "truths", told)
        default: #expect(result.status == 66 && result.complaints.contains("/\(folder): \(kind.reason ?? "")"), told)
        }
      }
    }
  }

  @Test("as an argument", arguments: Kind.allCases)
  func argument(kind: Kind) throws {
    try Self.use(kind) { directory in
      let name = kind == .linkToFolder || kind == .unreadable ? "given" : "given.truths"
      _ = try BuiltCommand.shell(kind.making(at: name), in: directory)
      // A named pipe is read, which waits for a writer; a device is read to its end.
      if kind == .pipe || kind == .linkAround || kind == .linkAside { return }
      for command in ["check", "fmt --check", "capabilities"] {
        let result = try Self.shell("truths \(command) \(name)", as: kind, in: directory)
        let told: Comment = "\(kind): \(command): \(result)"
        switch kind {
        case .linkToFile, .linkToFolder, .device: #expect(result.status != 66 && result.status != 124, told)
        default: #expect(result.status == 66 && result.complaints.contains(name), told)
        }
      }
    }
  }

  @Test("below a folder that is a document, and in its place", arguments: Kind.allCases)
  func document(kind: Kind) throws {
    let source = """
      pack demo:
        summary: Files that are there

      fact file.there:
        key: [path]
        external: true
        fields:
          path: text

      source docs:
        document: docs
        each: files[]
        produces:
          - fact.file.there

      """
    for place in ["documents/other", "documents/deep/other", "document"] {
      try Self.use(kind) { directory in
        let file = directory.appending(path: "truths/demo/demo.truths")
        try Data(source.utf8).write(to: file)
        _ = try BuiltCommand.shell("mkdir documents/deep; \(kind.making(at: place))", in: directory)
        if kind == .pipe, place == "document" { return }
        let document = place == "document" ? place : "documents"
        for option in ["--document", "--optional-document"] {
          let result = try Self.shell("truths check \(option) docs=\(document)", as: kind, in: directory)
          let told: Comment = "\(kind) at \(place): \(option): \(result)"
          switch kind {
          case .linkToFile, .linkToFolder: #expect(result.status != 66, told)
          // A linked file has only one path here.
          case .linkAside: #expect(result.status != 66, told)
          case .linkAround where place == "document": #expect(result.status == 66 || result.status == 0, told)
          case .device where place == "document": #expect(result.status != 124, told)
          default: #expect(result.status == 66 && result.complaints.contains("other") || place == "document", told)
          }
          if place == "document", [.linkNowhere, .linkToItself, .socket, .unreadable].contains(kind) {
            #expect(result.status == 66, told)
          }
        }
      }
    }
  }

  @Test("links between folders end, however many ways they make", .timeLimit(.minutes(5)))
  func ways() throws {
    try ParcelProject.use { directory in
      let result = try BuiltCommand.shell(
        """
        for n in $(seq 30); do mkdir truths/.d$n; ln -s ../.d$((n + 1)) truths/.d$n/a; ln -s ../.d$((n + 1)) truths/.d$n/b; done
        mkdir truths/.d31; ln -s .d1 truths/first; timeout 30 truths check; echo $?
        """, in: directory)
      #expect(result.output == "66\n" && result.complaints.contains("which is read by that path already"), "\(result)")
    }
  }
}
