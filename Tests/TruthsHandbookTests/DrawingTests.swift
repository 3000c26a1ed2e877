import Foundation
import Testing
import TruthsTestSupport

/// The page as Graphviz draws its diagrams, on machines that have it; continuous integration has.
@Suite("The handbook's drawings")
struct DrawingTests {
  static let hasGraphviz = (try? BuiltCommand.shell("dot -V", in: Repository.root).status) == 0

  @Test("every diagram is drawn, whose links lead into the page", .enabled(if: hasGraphviz))
  func drawn() throws {
    let made = try BuiltCommand.shell("truths doc --format html", in: Repository.root)
    #expect(made.status == 0 && made.complaints.isEmpty, "\(made.complaints)")
    let pictures = made.output.components(separatedBy: "<svg").dropFirst().map { $0.components(separatedBy: "</svg>")[0] }
    let diagrams = made.output.components(separatedBy: "<figure").count - 1
    #expect(pictures.count > 10 && pictures.count == diagrams)
    let anchors = Set(made.output.components(separatedBy: " id=\"").dropFirst().map { $0.components(separatedBy: "\"")[0] })
    var links = 0
    for picture in pictures {
      #expect(picture.contains("<path") && picture.contains("<text"))
      for forbidden in ["xmlns", " id=", "<!--", "<title", "<script", "http"] { #expect(!picture.contains(forbidden)) }
      for link in picture.components(separatedBy: "href=\"").dropFirst() {
        let target = link.components(separatedBy: "\"")[0]
        links += 1
        #expect(target.hasPrefix("#") && anchors.contains(String(target.dropFirst())), "\(target)")
      }
    }
    #expect(links > 50)
  }
}
