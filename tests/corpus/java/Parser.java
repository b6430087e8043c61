package org.example.parse;

import static org.example.util.Checks.requireText;

import java.util.*;
import java.util.function.Function;
import org.example.io.Reader.Source;

/**
 * Parses text.
 *
 * @param <T> what it makes
 */
@Deprecated
@SuppressWarnings({"unchecked", "rawtypes"})
public abstract class Parser<T extends Node & Comparable<T>> extends Base<T> implements Closeable, Visitor.Of<T> {

  /** Longest input. */
  public static final int MAX = 1 << 20;

  private final List<String> names = new ArrayList<>(), others = null;
  protected Function<String, T> maker;

  static {
    Registry.install(Parser.class);
  }

  /** Makes one. */
  @Inject
  protected Parser(Source source, int... limits) throws IOException {
    super(source);
    this.maker = Node::new;
  }

  Parser() {
    this(null);
  }

  public abstract T parse(String text);

  @Override
  public <R extends T> Map<String, List<R>> parseAll(final Collection<? extends String> texts) {
    // one by one
    Map<String, List<R>> found = new HashMap<>();
    texts.stream().map(this::parse).filter(Objects::nonNull).forEach(node -> found.put(node.name(), List.of((R) node)));
    Runnable later = new Runnable() {
      @Override
      public void run() {
        requireText(names.get(0)).trim();
      }
    };
    return found;
  }

  public record Point(int x, int y) implements Comparable<Point> {
    static final Point ORIGIN = new Point(0, 0);

    public Point {
      if (x < 0) throw new IllegalArgumentException("x");
    }

    public Point(int both) {
      this(both, both);
    }

    @Override
    public int compareTo(Point other) {
      return Integer.compare(x, other.x());
    }
  }

  enum Mode implements Supplier<String> {
    STRICT,
    LENIENT("l") {
      @Override
      String label() {
        return "lenient";
      }
    };

    private String code;

    Mode(String... code) {}

    String label() {
      return name();
    }
  }

  @interface Rule {
    String value() default "";

    Mode[] modes() default {Mode.STRICT};
  }

  sealed interface Step permits First, Last {
    int LIMIT = 3;

    default void go() {
      helper();
    }

    private static void helper() {}
  }

  static final class First implements Step {}

  static final class Last implements Step {}

  static int size(Object value) {
    return switch (value) {
      case String text when text.isEmpty() -> 0;
      case Point(int x, int y) -> x + y;
      default -> new Outer.Inner<Integer>(value).size();
    };
  }
}

interface Visitor<T> extends Consumer<T>, AutoCloseable {
  void visit(T node) throws VisitException;
}
