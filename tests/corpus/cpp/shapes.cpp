#include <vector>
#include "a/b.h"
namespace a::b { namespace { int hidden = 1; } }
namespace outer {
/// Doc.
template <typename T, int N = 3>
class ABSL_EXPORT Foo final : public Base<T>, private ns::Other {
 public:
  explicit Foo(int x) : x_(x), Base<T>(x) {}
  Foo(const Foo&) = delete;
  virtual ~Foo();
  template <class U> static U make(U&& u) { return std::forward<U>(u); }
  bool operator==(const Foo& o) const { return x_ == o.x_; }
  operator bool() const { return true; }
  virtual void run() const noexcept override = 0;
  int* ptr();
  static constexpr int kMax = 3;
  using value_type = T;
  enum class Kind : int { A, B = 2 };
  struct Inner { int y; } inner_;
  friend class Bar;
 private:
  int x_, z_ = 1;
  std::vector<T> items_;
};
template <> class Foo<int, 3> {};
typedef struct { int a; } Anon;
union U { int i; };
enum Old { X, Y };
using Alias = std::vector<int>;
concept Addable = requires(int a) { a + a; };
constexpr int kLimit = 10;
}
template <typename T> void outer::Foo<T>::run() const { auto p = new Foo<int>(1); Foo<int> q(2); q.go(); p->go(); ns::f<int>(3); std::make_unique<Foo>(1); throw Error("x"); auto l = [](int a) { return a; }; Foo{1}; }
outer::Foo::~Foo() {}
int* outer::Foo::ptr() { return nullptr; }
Foo operator+(const Foo& a, const Foo& b) { return a; }
#define MAX(a, b) ((a) > (b) ? (a) : (b))
static int helper(int a);
int main(int argc, char** argv) { return helper(MAX(1,2)); }
extern "C" { void c_fn(void); }
