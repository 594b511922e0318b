#if FullFoundation
  import Foundation

  // Foundation's reference types are dumped like the corresponding value types.

  extension NSArray: CustomDumpRepresentable {
    public var customDumpValue: Any { map { $0 } }
  }

  extension NSAttributedString: CustomDumpRepresentable {
    public var customDumpValue: Any { string }
  }

  extension NSCalendar: CustomDumpRepresentable {
    public var customDumpValue: Any { self as Calendar }
  }

  extension NSData: CustomDumpRepresentable {
    public var customDumpValue: Any { self as Data }
  }

  extension NSDate: CustomDumpRepresentable {
    public var customDumpValue: Any { self as Date }
  }

  extension NSDictionary: CustomDumpRepresentable {
    public var customDumpValue: Any {
      var pairs: [AnyHashable: Any] = [:]
      for case let (key as AnyHashable, value) in self { pairs[key] = value }
      return pairs
    }
  }

  extension NSError: CustomDumpReflectable {
    public var customDumpMirror: Mirror {
      Mirror(
        self,
        children: ["domain": domain, "code": code, "userInfo": userInfo],
        displayStyle: .class
      )
    }
  }

  extension NSIndexPath: CustomDumpRepresentable {
    public var customDumpValue: Any { self as IndexPath }
  }

  extension NSIndexSet: CustomDumpRepresentable {
    public var customDumpValue: Any { self as IndexSet }
  }

  extension NSLocale: CustomDumpRepresentable {
    public var customDumpValue: Any { self as Locale }
  }

  extension NSNotification: CustomDumpRepresentable {
    public var customDumpValue: Any { self as Notification }
  }

  extension NSNumber: CustomDumpStringConvertible {
    public var customDumpDescription: String { stringValue }
  }

  extension NSOrderedSet: CustomDumpRepresentable {
    public var customDumpValue: Any { array }
  }

  extension NSRange: CustomDumpRepresentable {
    public var customDumpValue: Any { Range(self) as Any }
  }

  extension NSSet: CustomDumpRepresentable {
    public var customDumpValue: Any {
      var members: Set<AnyHashable> = []
      for case let member as AnyHashable in self { members.insert(member) }
      return members
    }
  }

  extension NSString: CustomDumpRepresentable {
    public var customDumpValue: Any { description }
  }

  extension NSTimeZone: CustomDumpRepresentable {
    public var customDumpValue: Any { self as TimeZone }
  }

  extension NSURL: CustomDumpRepresentable {
    public var customDumpValue: Any { self as URL }
  }

  extension NSURLQueryItem: CustomDumpRepresentable {
    public var customDumpValue: Any { self as URLQueryItem }
  }

  extension NSUUID: CustomDumpRepresentable {
    public var customDumpValue: Any { self as UUID }
  }
#endif
