package shop
package orders

import scala.util.{Failure, Success as Ok}
import scala.collection.mutable
import shop.users.*
import java.time.Instant as Moment

/** How things of a type are shown. */
trait Show[-A]:
  extension (a: A) def show: String
  def contramap[B](f: B => A): Show[B] = b => f(b).show

object Show:
  def apply[A](using instance: Show[A]): Show[A] = instance

  given Show[Int] with
    extension (a: Int) def show = a.toString

  given listShow[A](using inner: Show[A]): Show[List[A]] with
    extension (as: List[A]) def show = as.map(_.show).mkString(",")

  implicit val stringShow: Show[String] = identity(_)

  implicit class RichShow[A](private val value: A) extends AnyVal {
    def shown(implicit s: Show[A]): String = value.show
  }

sealed abstract class Tree[+A] extends Product with Serializable
case class Leaf[A](value: A) extends Tree[A]
final case class Node[A](left: Tree[A], right: Tree[A])(implicit val size: Int) extends Tree[A]
case object Empty extends Tree[Nothing]

enum Color(val rgb: Int) derives CanEqual:
  case Red extends Color(0xff0000)
  case Green, Blue extends Color(0)
  case Mix(a: Int, b: Int) extends Color(a | b)

  def darker: Color = this

opaque type Cents = Long

object Cents:
  def of(amount: Long): Cents = amount
  private[orders] inline def zero: Cents = 0L

extension (c: Cents)
  def +(other: Cents): Cents = c + other
  @targetName("less") infix def minus(other: Cents): Cents = c - other

type Handler[F[_], A] = A => F[Unit]

abstract class Repository[F[_]: Monad, A <: Order] private (protected val url: String) {
  self: Logging =>

  type Key <: String
  val name: String
  var hits: Int = 0
  lazy val cache: mutable.Map[Key, A] = mutable.Map.empty
  val (low, high) = (1, 2)

  def find(key: Key): F[Option[A]]
  def find(key: Key, at: Moment): F[Option[A]] = find(key)

  def this() = this("memory:")

  @deprecated("use find", "2.0")
  final override def toString: String = {
    def inner(depth: Int): String = "*" * depth
    s"Repository(${inner(2)})"
  }

  def :+(order: A): Unit = ()
  def unary_! : Boolean = false
  def count_=(n: Int): Unit = hits = n
}

package object syntax {
  implicit def toOption[A](a: A): Option[A] = Some(a)
}

@main def run(args: String*): Unit =
  val handler: PartialFunction[Throwable, Unit] = { case _: Failure[?] => () }
  println(Leaf(1) match
    case Leaf(n) if n > 0 => n.show
    case _ => "")

val Version = "1.0"
