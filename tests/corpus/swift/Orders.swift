import Foundation
@testable import struct Shop.User

infix operator <+>: AdditionPrecedence
precedencegroup Money { associativity: left }

/// Whatever can be shown.
public protocol Showable: AnyObject, Sendable {
    associatedtype Content: Hashable = String
    var title: String { get }
    static var empty: Self { get }
    init(title: String)
    func show(as content: Content) async throws -> String
    subscript(index: Int) -> Content { get }
}

extension Showable where Content == String {
    /// The default.
    func show(as content: String) async throws -> String { title + content }

    var shout: String { title.uppercased() }
}

@propertyWrapper
struct Clamped<Value: Comparable> {
    private var value: Value
    let range: ClosedRange<Value>

    init(wrappedValue: Value, _ range: ClosedRange<Value>) {
        self.range = range
        value = min(max(wrappedValue, range.lowerBound), range.upperBound)
    }

    var wrappedValue: Value {
        get { value }
        set { value = newValue }
    }
}

@resultBuilder
enum Lines {
    static func buildBlock(_ parts: String...) -> [String] { parts }
}

indirect enum Expression<T>: Error {
    case number(Int), name(String)
    case sum(Expression, Expression)
    case none

    var depth: Int {
        switch self {
        case .sum(let left, _): return left.depth + 1
        default: return 0
        }
    }
}

enum Suit: String, CaseIterable { case hearts = "♥", spades = "♠" }

actor Counter {
    private(set) var count = 0
    nonisolated let name: String
    init(name: String) { self.name = name }
    func add(_ n: Int = 1) { count += n }
}

@MainActor
open class Order: NSObject, Showable {
    public static let shared = Order(title: "")
    weak var owner: User?
    lazy var lines: [String] = []
    @Clamped(0...10) var priority = 5
    var title: String {
        didSet { log(title) }
    }

    public required init(title: String) {
        self.title = title
        super.init()
    }

    convenience init?(code: Int) {
        guard code > 0 else { return nil }
        self.init(title: "\(code)")
    }

    deinit { log("gone") }

    subscript(index: Int) -> String { lines[index] }

    class func make<T: Showable>(_ kind: T.Type) -> T where T.Content == String {
        func inner() -> T { kind.init(title: "") }
        return inner()
    }

    @discardableResult
    @objc dynamic func log(_ text: String) -> Bool { true }

    static func == (a: Order, b: Order) -> Bool { a.title == b.title }
    static func <+> (a: Order, b: Order) -> Order { a }
    prefix static func - (a: Order) -> Order { a }
}

extension Order {
    struct Line: Codable, Equatable {
        let price: Decimal
        var text = """
            several
            lines
            """
        mutating func clear() { text = "" }
        private enum CodingKeys: String, CodingKey { case price }
    }

    typealias Handler = (Order) -> Void
}

#if os(macOS)
func platform() -> String {
    "mac"
#else
func platform() -> String {
    "other"
#endif
}

@available(iOS 15, *)
public func total(_ orders: [Order], by key: KeyPath<Order, Int>) async -> Int {
    await orders.map { $0[keyPath: key] }.reduce(0, +)
}

let limit = 10, pause = 2.5
private var cache: [String: Order] = [:]
macro stringify<T>(_ value: T) -> String = #externalMacro(module: "M", type: "S")
