import Core

/// The format of `--format json`, described by the types that produce it.
package enum EventFormat {
  /// Incremented by changes that may break programs that read the events.
  package static let version = 2

  /// A JSON Patch (RFC 6902).
  package static let patch: JSON = [
    "type": "array",
    "items": [
      "type": "object",
      "properties": [
        "op": ["enum": ["add", "remove", "replace", "move", "copy", "test"]],
        "path": ["type": "string"], "from": ["type": "string"], "value": true,
      ],
      "required": ["op", "path"],
    ],
  ]
}
