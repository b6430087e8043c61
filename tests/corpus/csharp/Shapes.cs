using System;
using static System.Math;
using Alias = My.Ns.Type<int>;
namespace A.B;
/// <summary>Doc.</summary>
[Serializable, Obsolete("x")]
public abstract partial class Foo<T> : Base<T>, IFoo where T : class, new()
{
    public const int Max = 3;
    private readonly List<string> _items = new(), _b;
    public event EventHandler? Changed;
    public Foo(int x) : base(x) { this.x = Bar.Make<int>(x)?.Go(); }
    static Foo() { }
    ~Foo() { }
    public string Name { get; set; } = "a";
    public int Count => _items.Count;
    public int this[int i] => i;
    public static Foo<T> operator +(Foo<T> a, Foo<T> b) => a;
    public static implicit operator int(Foo<T> a) => 1;
    protected async Task<int> RunAsync<U>(U u, params int[] xs) { int Local(int y) => y; var p = new Point(1, 2) { X = 1 }; await foreach (var z in Get()) { } return nameof(Foo).Length; }
    public delegate void Handler(object o);
    enum Kind { A, B = 2 }
    public record struct Point(int X, int Y);
    public record Person(string Name) : IBase { public int Age { get; init; } }
}
public static class Ext { public static int Twice(this int x) => x * 2; }
public interface IFoo : IDisposable { void Go(); int P { get; } }
struct S { }
namespace C { class D { } }
