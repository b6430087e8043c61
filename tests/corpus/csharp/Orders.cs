#nullable enable
global using System.Linq;
using System;
using System.Collections.Generic;
using static System.Math;
using Money = Shop.Billing.Amount;

[assembly: InternalsVisibleTo("Shop.Tests")]

namespace Shop.Orders;

/// <summary>What can happen to an order.</summary>
public enum Status : byte
{
    /// <summary>Just made.</summary>
    New = 1,
    [Obsolete] Paid,
}

[Flags]
internal enum Options { None, Fast = 1 << 0 }

public delegate Task<T> Handler<in T>(T order, CancellationToken token = default) where T : class;

public interface IPriced<out T> where T : struct
{
    T Price { get; }
    event EventHandler? Changed;
    string this[int index] { get; set; }
    void Reset() => Console.WriteLine("reset");
    static abstract IPriced<T> Create();
}

/// <summary>
/// A line of an order.
/// </summary>
public readonly record struct Line(string Item, int Count = 1)
{
    public decimal Total => Count * 2m;
}

public sealed record Receipt(Guid Id, Line[] Lines) : Document(Id), IPriced<decimal>
{
    decimal IPriced<decimal>.Price => 1;
    public required string Note { get; init; }
}

public readonly ref struct Window<T>
{
    private readonly Span<T> _items;
    public fixed byte Buffer[16];
}

[Serializable, DebuggerDisplay("{Id}")]
public abstract partial class Order<TKey> : Entity<TKey>, IComparable<Order<TKey>>, IDisposable
    where TKey : notnull, new()
{
    public const int MaxLines = 100, MinLines = 1;
    private static readonly Dictionary<string, Order<TKey>> s_cache = new();
    private protected readonly List<Line> _lines = [], _old;
    private int? _count;

    public event EventHandler<OrderEventArgs>? Paid, Closed;

    static Order() => s_cache.Clear();

    protected Order(TKey id, IEnumerable<Line> lines) : base(id)
    {
        _lines.AddRange(lines);
    }

    public Order() : this(new TKey(), Array.Empty<Line>()) { }

    ~Order() => Dispose(false);

    public virtual Status Status { get; private set; } = Status.New;

    public int Count
    {
        get => _count ??= _lines.Count;
        set
        {
            _count = value;
        }
    }

    public Line this[Index index] => _lines[index];

    public event Action Opened
    {
        add { }
        remove { }
    }

    /// <summary>Pays it.</summary>
    /// <exception cref="InvalidOperationException">Already paid.</exception>
    [HttpPost("pay"), Authorize]
    public async Task<bool> PayAsync<TMethod>(TMethod method, Money? amount = null, params object[] rest)
        where TMethod : IPriced<decimal>
    {
        bool Check(decimal price) => price > 0;
        static int Twice(int n) { return n * 2; }

        await using var scope = method.Begin();
        var total = from line in _lines where line.Count > 1 orderby line.Item select line.Total;
        Paid?.Invoke(this, new OrderEventArgs { Total = total.Sum() });
        Func<int, int> add = x => x + Twice(x);
        return Status switch
        {
            Status.New when Check(method.Price) => true,
            { } other => throw new InvalidOperationException($"{other}"),
        };
    }

    partial void OnPaid();
    public abstract void Close();
    public extern static int Native(int handle);

    int IComparable<Order<TKey>>.CompareTo(Order<TKey>? other) => Count.CompareTo(other?.Count);

    public static bool operator ==(Order<TKey> a, Order<TKey> b) => a.Equals(b);
    public static bool operator !=(Order<TKey> a, Order<TKey> b) => !(a == b);
    public static implicit operator int(Order<TKey> order) => order.Count;
    public static explicit operator string(Order<TKey> order) => "";

    public void Dispose() => Dispose(true);

#if NET8_0_OR_GREATER
    protected virtual void Dispose(bool disposing) {
        if (disposing) {
#else
    protected void Dispose(bool disposing) {
        if (true) {
#endif
            GC.SuppressFinalize(this);
        }
    }

    private sealed class Comparer : IComparer<Line>
    {
        public int Compare(Line a, Line b) => 0;
    }
}

public partial class Order<TKey>
{
    partial void OnPaid() => Console.WriteLine("paid");
}

public static class OrderExtensions
{
    /// <summary>All of them.</summary>
    public static IEnumerable<T> All<T>(this IEnumerable<T> source, Func<T, bool>? where = null)
    {
        foreach (var item in source)
            yield return item;
    }
}

public class Service(ILogger logger, int retries) : Base(logger)
{
    public string @class = """
        class NotOne { }
        """;

    public int Retries { get; } = retries;
}
