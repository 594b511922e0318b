// Features use these types through the dependencies `uuid` and `date`.
@_exported import struct Foundation.Date
@_exported import struct Foundation.UUID
@_exported import IssueReporting
