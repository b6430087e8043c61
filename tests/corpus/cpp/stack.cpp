// A stack and friends.
#include <memory>
#include "stack.h"

#define STACK_LIMIT 64

namespace shop::detail {
inline namespace v1 {

template <typename T, std::size_t N = 8>
concept Small = sizeof(T) < N && requires(T t) { t.size(); };

template <typename T>
struct Traits;

template <>
struct Traits<int> {
  using value_type = int;
  static constexpr bool small = true;
};

template <class T> using Ptr = std::unique_ptr<T, Deleter<T>>;
typedef std::map<std::string, int> Index;

enum class Color : unsigned char { Red = 1, Green };
enum { kAnonymous = 3 };

constexpr int kLimit = STACK_LIMIT;
extern const char* const kNames[];
static thread_local int depth = 0;
template <typename T> inline constexpr bool is_small_v = Traits<T>::small;

/// Keeps things.
///
/// Last in, first out.
template <typename T, typename Alloc = std::allocator<T>>
class STACK_EXPORT Stack final : public Base<T>, private detail::Counter {
 public:
  using iterator = T*;
  class Iterator;
  struct Node {
    T value;
    Node* next{nullptr};
  };
  enum State { kEmpty, kFull };

  Stack() = default;
  explicit Stack(std::initializer_list<T> items) noexcept : size_(items.size()), Base<T>(1) {}
  Stack(const Stack&) = delete;
  Stack& operator=(Stack&& other) noexcept;
  virtual ~Stack();

  /** Adds. */
  template <typename U>
    requires Small<U>
  void push(U&& item) { items_[size_++] = std::forward<U>(item); }

  [[nodiscard]] auto top() const -> const T& { return items_[size_ - 1]; }
  T& operator[](std::size_t index) { return items_[index]; }
  bool operator()(int a, int b) const;
  explicit operator bool() const { return size_ > 0; }
  operator std::vector<T>() const;
  friend std::ostream& operator<<(std::ostream& out, const Stack& stack) { return out << stack.size_; }
  friend class Builder;
  auto operator<=>(const Stack&) const = default;
  static Stack* create(int n = 1);
  virtual void clear() = 0;
  int size() const volatile && noexcept override;
  static int count;

 protected:
  std::size_t size_ = 0, capacity_;
  T* items_[4];
  void (*callback_)(int);
  std::function<void(const T&)> visit_;
  mutable std::mutex mutex_ GUARDED_BY(other_);
};

template <typename T, typename A>
Stack<T, A>::~Stack() = default;

template <typename T, typename A>
auto Stack<T, A>::operator=(Stack&& other) noexcept -> Stack& { return *this; }

template <typename T, typename A>
int Stack<T, A>::count = 0;

template <typename T, typename A>
bool Stack<T, A>::operator()(int a, int b) const {
  auto less = [this, a](int x) mutable -> bool { return x < a; };
  return less(b);
}

template class Stack<int>;

}  // namespace v1

union Number {
  int i;
  double d;
};

struct Point {
  double x = 0, y = 0;
  constexpr Point operator+(const Point& other) const { return {x + other.x, y + other.y}; }
} origin;

namespace {
int hidden(int a) { return a; }
const int kHidden = 1;
}  // namespace

}  // namespace shop::detail

namespace alias = shop::detail;

extern "C" {
int c_function(void);
static int c_counter = 0;
}

extern "C" int c_single(int a) { return a; }

shop::detail::Point operator""_pt(long double value) { return {static_cast<double>(value), 0}; }

STACK_API std::string describe(const shop::detail::Color& color) STACK_NOEXCEPT {
  switch (color) {
    case shop::detail::Color::Red: return "red";
    default: return std::string{"other"};
  }
}

int run(int argc) try {
  using namespace shop::detail;
  auto stack = std::make_unique<Stack<int>>();
  Stack<int> other{1, 2};
  Point p(1, 2);
  auto* node = new Stack<int>::Node{argc};
  for (auto& [key, value] : Index{}) stack->push(value);
  static const int local = 2;
  delete node;
  return static_cast<int>(p.x) + hidden(local);
} catch (const std::exception& error) {
  throw std::runtime_error(error.what());
}

TEST_F(StackTest, PushesAndPops) {
  EXPECT_EQ(run(1), 1);
}
