import Core
import Foundation
import Testing

/// Dumps whose text is that of the reference, the CustomDump package.
struct CustomDumpTests {
  @Test func structuresDumpLikeTheReference() {
    expectSameDump(Empty())
    expectSameDump(User(name: "Blob", age: 4))
    expectSameDump(User(name: "Blob", age: 4, numbers: [1, 2]))
    expectSameDump(User(name: "a\nb", age: 4, numbers: [1, 2]))
    expectSameDump(Box(value: 1))
    expectSameDump(Box(value: Box(value: "a")))
    expectSameDump(Box(value: Box(value: "a\nb")))
    expectSameDump(Box<Int?>(value: nil))
    expectSameDump(Box<Int?>(value: 1))
    expectSameDump(Box(value: [String: Int]()))
    expectSameDump(Box(value: [Int]()))
    expectSameDump(Box(value: ["a": 1]))
    expectSameDump(Box(value: Outer.Inner()))
    expectSameDump(Box(value: 1..<2))
    expectSameDump(
      Two(a: [User(name: "a\nb", age: 1, numbers: [1])], b: ["k": Choice.user(User(name: "", age: 2))])
    )
  }

  @Test func enumsDumpLikeTheReference() {
    let choices: [Choice] = [
      .none, .one(1), .labeled(x: 1), .two(1, "a"), .mixed(1, name: "b"), .user(User(name: "a", age: 1)),
      .labeledUser(user: User(name: "a", age: 1)), .list([1]), .list([]), .optional(nil), .optional(1),
      .empty(Empty()), .void(()), .function({}), .nested(.one(1)), .nested(.nested(.two(1, "a"))),
    ]
    for choice in choices {
      expectSameDump(choice)
      expectSameDump([choice])
      expectSameDump(Box(value: choice))
      expectSameDump(Optional(choice))
    }
    expectSameDump(Outer.Kind.k(z: 1))
    expectSameDump(Result<Int, Failure>.success(1))
    expectSameDump(Result<Int, any Error>.failure(Trouble.worse))
    expectSameDump(Result<Void, Failure>.success(()))
  }

  @Test func objectsDumpLikeTheReference() {
    let same = Tally()
    let cycle = Node(1)
    cycle.next = cycle
    defer { cycle.next = nil }
    expectSameDump(same)
    expectSameDump([same, Tally(), same, Tally()])
    expectSameDump(cycle)
    expectSameDump(Node(1, Node(2, Node(3))))
    expectSameDump([Base(), Derived(), Base()])
    expectSameDump([NoFields(), NoFields()])
    expectSameDump(Box(value: OnlyInherited()))
    expectSameDump(Box(value: OnlyInherited() as OnlyInherited?))
    expectSameDump(Box(value: NoFields()))
    expectSameDump(Box(value: Optional(NoFields())))
  }

  @Test func collectionsDumpLikeTheReference() {
    expectSameDump([1, 2])
    expectSameDump([1, nil, 3])
    expectSameDump([Int]())
    expectSameDump([[1], [], [2, 3]])
    expectSameDump([1, 2, 3][1...])
    expectSameDump(ContiguousArray([1, 2]))
    expectSameDump(Set([3, 1, 2, 10]))
    expectSameDump(Set<Int>())
    expectSameDump(Set(["b\nc", "a"]))
    expectSameDump([10: "x", 9: "y", 2: "z"])
    expectSameDump(["a\nb": "c\nd"])
    expectSameDump([Point(x: 1, y: 2): Point(x: 3, y: 4)])
    expectSameDump([AnyHashable(1): 1, "a": 2])
    expectSameDump([Any]([1, "a", Optional<Int>.none as Any]))
    expectSameDump(["a": 1] as KeyValuePairs)
    expectSameDump(CollectionOfOne(1))
    expectSameDump(["a": 1].first)
  }

  @Test func tuplesDumpLikeTheReference() {
    expectSameDump((1, "a"))
    expectSameDump((x: 1, y: "a"))
    expectSameDump((1, y: "a\nb"))
    expectSameDump((1, (2, 3)))
    expectSameDump(())
  }

  @Test func optionalsDumpLikeTheReference() {
    expectSameDump(Optional(1))
    expectSameDump(Optional<Int>.none)
    expectSameDump(Optional(Optional(1)))
    expectSameDump(Optional(Optional<Int>.none))
    expectSameDump(Box(value: Optional(Optional<Int>.none)))
    expectSameDump(Optional(Failure() as any Error))
    expectSameDump(Optional<Never>.none)
  }

  @Test(
    arguments: [
      "", "Hello", "a\"b", "a\\b", "a\\\"b", "\"#", "\"##\"#", "a\nb", "\n", "a\n", "\na", "a\n\nb\n",
      "a\"\"\"b",
      "\"\"\"\n", "\"\"\"#\n\"\"\"###", "a\n\\n", "\\(x)", "a\tb", "a\0b", "\u{1B}[31m", "\u{7}", "\u{7F}",
      "👩‍👩‍👧 é", "a\u{2028}b", "#",
    ]
  )
  func stringsDumpLikeTheReference(_ string: String) {
    expectSameDump(string)
    expectSameDump(Substring(string))
    expectSameDump(Box(value: string))
    expectSameDump(Two(a: string, b: [string]))
    expectSameDump([string: string])
  }

  @Test func scalarsDumpLikeTheReference() {
    let values: [Any] = [
      1_000_000, -5, 1.0, Float(1.5), Double.nan, 1e20, true, UInt8(3), UInt64.max, Double.infinity,
      Character("x"),
      Unicode.Scalar("x"), "abc" as StaticString, Int128(5), 1..<5, 1...5, 1..., ..<5, SIMD2(1, 2),
      ObjectIdentifier(Int.self), stride(from: 0, to: 3, by: 1), "a".utf8, repeatElement(1, count: 3),
      CancellationError(), DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "x")),
      TaskPriority.high, [1].makeIterator(), [1].lazy.map { $0 + 1 }, [1].difference(from: [2]),
    ]
    for value in values {
      expectSameDump(value)
      expectSameDump(Box(value: value))
      expectSameDump([value])
      expectSameDump(AnyHashable("\(value)"))
    }
  }

  @Test func functionsAndTypesDumpLikeTheReference() {
    expectSameDump({ (x: Int) -> String in "" })
    expectSameDump(Box(value: {}))
    let types: [Any.Type] = [
      Int.self, User.self, [Outer.Inner].self, Int?.self, (any Equatable).self, (Int, x: String).self,
      [String: Int].self, [Int?].self, Box<Int>.self, [Box<Int>].self, [[Int]]?.self, Set<Int>.self,
      Never.self,
      ((Int) -> [Int]).self, [Int: [String]].self, Dictionary<Int, Int>.Index.self, Int.Type.self,
      Box<(Int, Int)>.self, [(Int, Int)].self, [any Error].self, Task<Int, Never>.self, AnyObject.self,
    ]
    for type in types { expectSameDump(type) }
  }

  @Test func foundationDumpsLikeTheReference() throws {
    let uuid = try #require(UUID(uuidString: "DEADBEEF-0000-0000-0000-000000000001"))
    let url = try #require(URL(string: "https://a.b/c?d=e#f"))
    let components = try #require(URLComponents(string: "https://a.b/c?d=e"))
    let values: [Any] = [
      uuid, url, components, Data([1, 2, 3]), Data([1]), Data(), Decimal(1.5), IndexSet([1, 2, 3, 7]),
      IndexSet(),
      IndexPath(indexes: [1, 2]),
      Locale(identifier: "en_US"),
      Calendar(identifier: .gregorian), DateComponents(year: 2020, month: 1), Notification(name: .init("x")),
      Measurement(value: 1, unit: UnitLength.meters),
      DateInterval(start: Date(timeIntervalSince1970: 0), duration: 3),
      NSString("abc"), NSNumber(value: 3), NSNumber(value: true), NSArray(array: [1, 2]), NSNull(),
      NSDictionary(dictionary: ["a": 1]), NSSet(array: [1]), NSDate(timeIntervalSince1970: 0), url as NSURL,
      uuid as NSUUID, NSData(data: Data([1])), NSRange(location: 1, length: 2), CGFloat(1.5),
      CGPoint(x: 1, y: 2),
      NSDecimalNumber(string: "1.5"), NSIndexSet(index: 3), NSLocale(localeIdentifier: "en_US"),
      NSURLQueryItem(name: "a", value: nil), NSAttributedString(string: "x"), NSMutableString(string: "x"),
      NSOrderedSet(array: [1, 2]), NSIndexPath(indexes: [1, 2], length: 2), NSError(domain: "d", code: 3),
      NSNotification(name: .init("x"), object: nil), CocoaError(.fileNoSuchFile), POSIXError(.ENOENT),
      URLQueryItem(name: "a", value: "b"), PersonNameComponents(), ContinuousClock(), TimeZone.gmt,
      Failure(), Trouble.bad("x"), Trouble.worse, UnitLength.meters,
    ]
    for value in values {
      expectSameDump(value)
      expectSameDump(Box(value: value))
      expectSameDump(Box<Any>(value: Optional(value) as Any))
      expectSameDump([value])
    }
  }

  @Test(
    arguments: [
      0, 0.0005, 0.0015, 1.234567, 1.9996, -0.0005, -1.5, 951_782_400, 1e9 + 0.9995, 1e10, 253_402_300_799,
      253_402_300_800, 4_107_542_400, -1e9,
    ]
  )
  func datesDumpLikeTheReference(_ seconds: TimeInterval) {
    expectSameDump(Date(timeIntervalSince1970: seconds))
    expectSameDump(Box(value: Date(timeIntervalSince1970: seconds)))
  }
}
