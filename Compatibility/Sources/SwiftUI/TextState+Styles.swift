// A text is plain here: styles leave it as it is.
extension TextState {
  public func bold(_ isActive: Bool = true) -> Self { self }
  public func foregroundColor(_ color: Color?) -> Self { self }
  public func italic(_ isActive: Bool = true) -> Self { self }
  public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Self { self }
  public func underline(_ isActive: Bool = true, color: Color? = nil) -> Self { self }
}
