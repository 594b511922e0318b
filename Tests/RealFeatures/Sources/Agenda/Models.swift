import IdentifiedCollections
import Sharing
import SwiftUI

struct Topic: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var minutes = 5
  var notes = ""
  var title = ""
}

struct Plan: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var color = Mood.calm
  var held: [Date] = []
  var title = ""
  var topics: IdentifiedArrayOf<Topic> = []

  var duration: Duration {
    .seconds(60 * topics.map(\.minutes).reduce(0, +))
  }
}

enum Mood: String, CaseIterable, Codable, Identifiable, Sendable {
  case calm, lively, serious

  var id: Self { self }
  var title: LocalizedStringKey { LocalizedStringKey(rawValue.capitalized) }
  var background: Color {
    switch self {
    case .calm: .mint
    case .lively: .orange
    case .serious: Color(red: 0.1, green: 0.1, blue: 0.3)
    }
  }
}

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<Plan>>.Default {
  static var plans: Self {
    Self[.fileStorage(.documentsDirectory.appending(component: "plans.json")), default: []]
  }
}
