// java.util.function.
interface Function<T, R> { R apply(T t); default <V> Function<T, V> andThen(Function<? super R, ? extends V> after) {} default <V> Function<V, R> compose(Function<? super V, ? extends T> before) {} static <T> Function<T, T> identity(); }
interface BiFunction<T, U, R> { R apply(T t, U u); default <V> BiFunction<T, U, V> andThen(Function<? super R, ? extends V> after) {} }
interface UnaryOperator<T> extends Function<T, T> { static <T> UnaryOperator<T> identity(); }
interface BinaryOperator<T> extends BiFunction<T, T, T> { static <T> BinaryOperator<T> minBy(Comparator<? super T> order); static <T> BinaryOperator<T> maxBy(Comparator<? super T> order); }
interface Supplier<T> { T get(); }
interface Consumer<T> { void accept(T t); default Consumer<T> andThen(Consumer<? super T> after) {} }
interface BiConsumer<T, U> { void accept(T t, U u); default BiConsumer<T, U> andThen(BiConsumer<? super T, ? super U> after) {} }
interface Predicate<T> { boolean test(T t); default Predicate<T> and(Predicate<? super T> other) {} default Predicate<T> or(Predicate<? super T> other) {} default Predicate<T> negate() {} static <T> Predicate<T> not(Predicate<? super T> other); static <T> Predicate<T> isEqual(Object value); }
interface BiPredicate<T, U> { boolean test(T t, U u); default BiPredicate<T, U> and(BiPredicate<? super T, ? super U> other) {} default BiPredicate<T, U> negate() {} }
interface BooleanSupplier { boolean getAsBoolean(); }
interface IntSupplier { int getAsInt(); }
interface LongSupplier { long getAsLong(); }
interface DoubleSupplier { double getAsDouble(); }
interface IntConsumer { void accept(int value); }
interface LongConsumer { void accept(long value); }
interface DoubleConsumer { void accept(double value); }
interface ObjIntConsumer<T> { void accept(T t, int value); }
interface IntPredicate { boolean test(int value); default IntPredicate negate() {} default IntPredicate and(IntPredicate other) {} default IntPredicate or(IntPredicate other) {} }
interface LongPredicate { boolean test(long value); }
interface DoublePredicate { boolean test(double value); }
interface IntFunction<R> { R apply(int value); }
interface LongFunction<R> { R apply(long value); }
interface DoubleFunction<R> { R apply(double value); }
interface ToIntFunction<T> { int applyAsInt(T t); }
interface ToLongFunction<T> { long applyAsLong(T t); }
interface ToDoubleFunction<T> { double applyAsDouble(T t); }
interface ToIntBiFunction<T, U> { int applyAsInt(T t, U u); }
interface IntUnaryOperator { int applyAsInt(int value); }
interface LongUnaryOperator { long applyAsLong(long value); }
interface DoubleUnaryOperator { double applyAsDouble(double value); }
interface IntBinaryOperator { int applyAsInt(int a, int b); }
interface LongBinaryOperator { long applyAsLong(long a, long b); }
interface DoubleBinaryOperator { double applyAsDouble(double a, double b); }
interface IntToLongFunction { long applyAsLong(int value); }
interface IntToDoubleFunction { double applyAsDouble(int value); }
