import Foundation
@testable import struct A.B
/// Doc.
@MainActor public final class Foo<T: P>: Base, Proto where T: Q {
  static let shared = Foo()
  private var items: [String] = [], n = 1
  var count: Int { items.count }
  @Published var x: Int? = nil
  init?(a: Int, _ b: String = "") throws { super.init(); self.go(a: 1); Bar<Int>(x: 1).run { $0.y } }
  deinit {}
  func go<U>(a: Int, with b: U...) async throws -> [U] where U: Eq { func local() {}; guard let z = items.first?.lowercased() else { return [] }; try await other(z); return [] }
  subscript(i: Int) -> String { items[i] }
  static func == (l: Foo, r: Foo) -> Bool { true }
  enum Kind: String, CaseIterable { case a, b = "x"; case c(Int, name: String); indirect case d }
  typealias Handler = (Int) -> Void
  class Inner {}
}
extension Foo: Codable where T == Int { func ext() {} }
protocol Proto: AnyObject { associatedtype Item; var p: Int { get }; func f(_ a: Item) -> Self }
struct S { let a: Int; mutating func m() { a += 1 } }
actor A1 { func run() {} }
func top(_ x: inout Int) -> some View { S(a: 1).m(); return Text("x") }
let kTop = 1
infix operator +++
#if DEBUG
func dbg() {}
#endif
