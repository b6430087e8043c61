@file:JvmName("Orders")

package shop.orders

import kotlin.properties.Delegates
import shop.users.User as Customer

/** What can go wrong with an order. */
sealed interface OrderError {
    data class OutOfStock(val item: String, val left: Int) : OrderError
    data object Cancelled : OrderError
}

@JvmInline
value class Cents(val amount: Long) : Comparable<Cents> {
    operator fun plus(other: Cents): Cents = Cents(amount + other.amount)

    override fun compareTo(other: Cents) = amount.compareTo(other.amount)

    companion object {
        val ZERO = Cents(0)

        /** Reads "12.30". */
        @JvmStatic
        fun parse(text: String): Cents? = text.toLongOrNull()?.let(::Cents)
    }
}

fun interface Discount {
    fun of(total: Cents): Cents
}

annotation class Audited(val reason: String = "")

enum class Status(val open: Boolean) {
    NEW(true) {
        override fun next() = PAID
    },
    PAID(false) {
        override fun next() = this
    };

    abstract fun next(): Status
}

typealias Handler<T> = suspend (T) -> Unit

internal const val MAX_LINES = 100
var lastOrder: Order? = null
    private set

open class Order private constructor(
    val customer: Customer,
    private val lines: MutableList<Line> = mutableListOf(),
    note: String,
) : Comparable<Order>, Iterable<Order.Line> by lines {
    inner class Line(val item: String, val price: Cents)

    lateinit var shippedTo: String
    val total: Cents by lazy { lines.fold(Cents.ZERO) { sum, line -> sum + line.price } }
    var status: Status by Delegates.observable(Status.NEW) { _, old, new -> log(old, new) }
        protected set

    val isOpen: Boolean
        @JvmName("open") get() = status.open

    init {
        require(note.isNotEmpty()) { "a note is needed" }
    }

    constructor(customer: Customer) : this(customer, note = "none") {
        lastOrder = this
    }

    @Audited(reason = "money")
    @Throws(IllegalStateException::class)
    suspend fun pay(discount: Discount = Discount { it }): Result<Cents> {
        fun check(cents: Cents) = cents > Cents.ZERO
        val due = discount.of(total)
        return if (check(due)) Result.success(due) else Result.failure(IllegalStateException())
    }

    override operator fun compareTo(other: Order): Int = total.compareTo(other.total)

    protected open fun log(old: Status, new: Status) = println("$old -> $new")
}

infix fun Order.and(other: Order): List<Order> = listOf(this, other)

inline fun <reified T : Any> Order.describe(crossinline show: (T) -> String): String
    where T : Comparable<T> = T::class.simpleName.orEmpty()

val Order.first: Order.Line?
    get() = firstOrNull()

tailrec fun countdown(from: Int): Int = if (from == 0) 0 else countdown(from - 1)

fun `names with blanks`() = object : Discount {
    override fun of(total: Cents) = total
}

fun area(error: OrderError, where: String?) = when (error) {
    is OrderError.OutOfStock if error.left > 0 -> where?.length
    else -> null
}
