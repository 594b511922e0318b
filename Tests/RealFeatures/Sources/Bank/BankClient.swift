import Dependencies
import DependenciesMacros
import Foundation

struct Session: Equatable, Sendable {
  var name: String
  var token: String
}

enum SignInAnswer: Equatable, Sendable {
  case codeRequired(challenge: String)
  case welcome(Session)
}

enum BankError: Error, Equatable, LocalizedError, Sendable {
  case unknownCustomer
  case wrongCode(attemptsLeft: Int)
  case locked

  var errorDescription: String? {
    switch self {
    case .unknownCustomer: "We do not know this customer number and password."
    case .wrongCode(let attemptsLeft): "This code is wrong. You have \(attemptsLeft) more attempts."
    case .locked: "Your access is locked. Please call us."
    }
  }
}

@DependencyClient
struct BankClient: Sendable {
  var signIn: @Sendable (_ customer: String, _ password: String) async throws -> SignInAnswer
  var confirm: @Sendable (_ code: String, _ challenge: String) async throws -> Session
  var sendCodeAgain: @Sendable (_ challenge: String) async throws -> Void
  var transactions: @Sendable (_ token: String) async throws -> [Transaction]
}

extension BankClient: TestDependencyKey {
  static let testValue = Self()

  static let previewValue = Self(
    signIn: { customer, password in
      guard password == "secret" else { throw BankError.unknownCustomer }
      return customer == "1"
        ? .welcome(Session(name: "Ada", token: "t1")) : .codeRequired(challenge: customer)
    },
    confirm: { code, challenge in
      guard code == "123456" else { throw BankError.wrongCode(attemptsLeft: 2) }
      return Session(name: "Grace", token: challenge)
    },
    sendCodeAgain: { _ in },
    transactions: { _ in
      [
        Transaction(id: UUID(1), amount: -1250, text: "Bakery"),
        Transaction(id: UUID(2), amount: 250_000, text: "Salary"),
      ]
    }
  )
}

extension DependencyValues {
  var bankClient: BankClient {
    get { self[BankClient.self] }
    set { self[BankClient.self] = newValue }
  }
}
