/// Task-local values for tests of the trait that binds them, in a module of their own: a macro such as `@Test` cannot
/// use declarations that another macro adds to the same module.
public enum TaskLocals {
  @TaskLocal public static var number = 0
  @TaskLocal public static var name = ""
}
