package a.b
import x.y.Z
import x.y.W as V
import q.*
/** Doc. */
@Serializable
data class User<T>(val name: String, private var age: Int = 1) : Base(name), IFoo by impl {
    val size: Int get() = name.length
    var x = 1
    init { run(1) }
    constructor(a: Int) : this("x", a)
    companion object Factory { const val MAX = 3; fun create(): User<Int> = User("a") }
    inner class In
    override suspend fun go(a: Int, vararg b: String): List<User<T>>? { fun local() = 1; list.map { it.name }; return a?.b?.c(2) }
    operator fun plus(o: User<T>) = this
}
sealed interface Shape { fun area(): Double; object Empty : Shape }
enum class Color(val rgb: Int) { RED(1) { override fun f() {} }, GREEN; abstract fun f() }
object Single { fun x() {} }
fun <T> List<T>.second(): T = this[1]
val String.twice: String get() = this + this
typealias Handler = (Int) -> Unit
annotation class Ann
const val TOP = 1
fun main() { val u = User<Int>("a"); u.go(1); Single.x(); a.b.C() ; val h = ::second; u is Shape; x as Foo }
fun interface F { fun f() }
