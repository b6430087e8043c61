package a.b
import x.y.Z
import x.{A, B => C, _}
import q.given
/** Doc. */
@ann(1)
sealed abstract class Foo[T <: Base](val name: String, private var x: Int = 1) extends Base(name) with I[T] {
  val size: Int = 1
  lazy val y = Bar(1)
  var z = new Baz[T](1).go(2)
  def this(a: Int) = this("x", a)
  def go[U](a: Int)(implicit ev: Ev[U]): List[U] = { def local = 1; xs.map(f).foo; helper(a) }
  type Elem = T
  override def toString = "x"
}
object Foo { def apply(x: Int): Foo[Int] = ???; implicit class Ops(s: String) { def twice = s + s } ; case class In(a: Int) }
trait I[T] extends J { def f(x: T): Unit }
case class P(x: Int, y: Int) derives Eq
enum Color(val rgb: Int) { case Red extends Color(1); case Green, Blue }
given intOrd: Ord[Int] with { def compare(a: Int, b: Int) = 0 }
extension (s: String) { def third = s }
def top(x: Int): Int = x match { case P(a, b) => a + b; case f: Foo[_] => f.size }
val t = 1
type Alias = List[Int]
package object pk { val c = 1 }
