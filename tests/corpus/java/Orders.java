/* Licence. */
package shop.orders;

import java.util.Map.Entry;
import static java.util.stream.Collectors.*;

/** What can be priced. */
@FunctionalInterface
public sealed interface Priced<T extends Number> extends Named permits Order, Priced.Free {
    int LIMIT = 10, LOWEST = 1;

    T price();

    default T twice() {
        return price();
    }

    static <T extends Number> Priced<T> of(T price) {
        return () -> price;
    }

    private void check() {}

    record Free() implements Priced<Integer> {
        public Integer price() {
            return 0;
        }
    }
}

@interface Audited {
    String value() default "";

    int[] levels() default {1, 2};

    Class<?> by();
}

enum Status implements Named {
    /** Just made. */
    NEW("n") {
        @Override
        Status next() {
            return PAID;
        }
    },
    @Deprecated
    PAID("p"),
    CLOSED;

    private static final java.util.Map<String, Status> BY_CODE = new java.util.HashMap<>();
    private final String code;

    static {
        for (Status status : values()) BY_CODE.put(status.code, status);
    }

    Status() {
        this("");
    }

    Status(String code) {
        this.code = code;
    }

    Status next() {
        return this;
    }
}

/**
 * An order.
 *
 * @since 1.0
 */
@Audited(by = Order.class)
public final class Order extends Base<Order>.Inner implements Priced<Integer>, Comparable<Order> {
    private int id, count[] = {1};
    transient volatile Entry<String, List<? super Order>> entry;
    static final long serialVersionUID = 1L;

    {
        id = 1;
    }

    <T> Order(T source, String... rest) throws java.io.IOException {
        super(source);
    }

    @Override
    public Integer price() {
        class Local {
            int total = 0;

            int add(int n) {
                return total += n;
            }
        }
        final int factor = 2;
        var local = new Local();
        java.util.function.IntUnaryOperator twice = n -> n * factor;
        Runnable later = this::check;
        return switch (status()) {
            case NEW -> local.add(1);
            case PAID, CLOSED -> {
                yield twice.applyAsInt(2);
            }
        };
    }

    private static <K, V extends Comparable<? super V>> Map<K, List<V>> group(Map<K, V> from) {
        return from.entrySet().stream().collect(groupingBy(Entry::getKey, mapping(Entry::getValue, toList())));
    }

    synchronized native int size();

    protected abstract static class Line<T> {
        abstract T item();

        Line<T> self() {
            return new Line<>() {
                T item() {
                    return null;
                }
            };
        }
    }

    public int compareTo(Order other) {
        if (other instanceof Order(var id) && id > 0) return Integer.compare(id, other.id);
        String text = """
            class NotOne {}
            """;
        try (var in = open(); var out = other.open()) {
            return in.read();
        } catch (IOException | RuntimeException e) {
            throw new IllegalStateException("order", e);
        }
    }

    interface Visitor {
        void visit(Order order);
    }

    int array()[] {
        return count;
    }
}
