# The formula of a release: Scripts/formula fills in what stands between at signs.
class Todoshell < Formula
  desc "Time-travel debugger for reducers in Swift"
  homepage "@HOMEPAGE@"
  url "@URL@"
  version "@VERSION@"
  sha256 "@SHA256@"
  license "MIT"

  uses_from_macos "swift" => :build, since: :sequoia
  uses_from_macos "libedit"

  def install
    # Homebrew builds in a sandbox, in which the package manager cannot make another one.
    system "make", "install", "PREFIX=#{prefix}", "FLAGS=--disable-sandbox"
  end

  test do
    assert_equal "0 [ ] Milk", shell_output("#{bin}/todoshell -q -c 'add Milk' -c list").chomp
  end
end
