/// A value that user defaults can store natively.
public protocol AppStorable: Sendable {
  /// Creates the value from its stored form; `nil` if that has another type.
  init?(appStorageValue: AppStorageValue)
  /// The stored form.
  var appStorageValue: AppStorageValue { get }
}

extension AppStorable {
  /// Creates the value from its stored form; `nil` if that has another type.
  public init?(appStorageValue: AppStorageValue) {
    guard let value = appStorageValue.object as? Self else { return nil }
    self = value
  }
}

/// A value in user defaults.
public enum AppStorageValue: Hashable, Sendable {
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case data(Data)
  case date(Date)
  case strings([String])

  /// The value as an object.
  var object: Any {
    switch self {
    case .bool(let value): value
    case .int(let value): value
    case .double(let value): value
    case .string(let value): value
    case .data(let value): value
    case .date(let value): value
    case .strings(let value): value
    }
  }
}

extension Bool: AppStorable {
  /// Creates the value from its stored form; `nil` if that has another type.
  public init?(appStorageValue: AppStorageValue) {
    switch appStorageValue {
    case .bool(let value): self = value
    case .int(let value) where value == 0 || value == 1: self = value == 1
    default: return nil
    }
  }

  /// The stored form.
  public var appStorageValue: AppStorageValue { .bool(self) }
}

extension Int: AppStorable {
  /// Creates the value from its stored form; `nil` if that has another type.
  public init?(appStorageValue: AppStorageValue) {
    switch appStorageValue {
    case .int(let value): self = value
    case .bool(let value): self = value ? 1 : 0
    case .double(let value):
      guard let value = Int(exactly: value) else { return nil }
      self = value
    default: return nil
    }
  }

  /// The stored form.
  public var appStorageValue: AppStorageValue { .int(self) }
}

extension Double: AppStorable {
  /// Creates the value from its stored form; `nil` if that has another type.
  public init?(appStorageValue: AppStorageValue) {
    switch appStorageValue {
    case .double(let value): self = value
    case .int(let value): self = Double(value)
    default: return nil
    }
  }

  /// The stored form.
  public var appStorageValue: AppStorageValue { .double(self) }
}

extension String: AppStorable {
  /// The stored form.
  public var appStorageValue: AppStorageValue { .string(self) }
}

extension Data: AppStorable {
  /// The stored form.
  public var appStorageValue: AppStorageValue { .data(self) }
}

extension Date: AppStorable {
  /// The stored form.
  public var appStorageValue: AppStorageValue { .date(self) }
}

extension URL: AppStorable {
  /// Creates the value from its stored form; `nil` if that has another type.
  public init?(appStorageValue: AppStorageValue) {
    guard case .string(let text) = appStorageValue else { return nil }
    // Foundation stores the path of a file.
    if text.hasPrefix("~/") {
      self = .homeDirectory.appending(path: text.dropFirst(2))
    } else if text.hasPrefix("/") {
      self.init(filePath: text)
    } else {
      self.init(string: text)
    }
  }

  /// The stored form.
  public var appStorageValue: AppStorageValue { .string(absoluteString) }
}

extension [String]: AppStorable {
  /// The stored form.
  public var appStorageValue: AppStorageValue { .strings(self) }
}
