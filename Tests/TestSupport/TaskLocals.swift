/// Task-local values for tests of the trait that binds them: a macro such as `@Test` does not see what another macro adds
/// to the module that it is used in.
public enum TaskLocals {
  @TaskLocal public static var number = 0
  @TaskLocal public static var name = ""
}
