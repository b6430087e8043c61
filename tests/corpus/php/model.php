<?php
namespace App\Http;
use Foo\Bar;
use Foo\{A, B as C};
use function Foo\helper;
/** Doc. */
#[Route('/x')]
abstract class K extends Base implements I, \J\L {
    use SoftDeletes, Other;
    const MAX = 3;
    public static ?Foo $inst = null;
    protected array $a = [], $b;
    public function __construct(private readonly Store $store, int $x = 1) { parent::__construct($x); $this->a = new Bar(1); self::make(); }
    abstract protected function go(string $s, Foo|Bar ...$rest): ?Result;
    public static function make(): static { return new static; }
}
interface I extends P { public function f(): void; }
trait T { function t() { return $this->x?->y(1); } }
enum Suit: string { case Hearts = 'H'; case Spades = 'S'; public function label(): string { return match($this) { self::Hearts => 'h' }; } }
function top(callable $c = null) { $f = fn($x) => $x + 1; $g = function () use ($f) { return helper($f); }; return array_map($g, [K::class, Foo::BAR]); }
define('CONST_A', 1);
const B2 = 2;
$obj = new class extends K { function anon() {} };
if (!function_exists('z')) { function z() {} }
