<?php

declare(strict_types=1);

namespace App\Service;

use App\Contracts\{Store, Logger as Log};
use Psr\Container\ContainerInterface;
use function App\Support\array_get;
use const App\Support\LIMIT;

const VERSION = '1.0', BUILD = 7;
define('APP_DEBUG', false);

/**
 * Keeps orders.
 *
 * @template T of Order
 */
#[Service(name: 'orders')]
abstract class OrderService extends BaseService implements \Countable, Store
{
    use Cached, Logged {
        Cached::flush as protected clear;
    }

    public const MAX = 10;
    private const string TABLE = 'orders', KEY = 'id';

    /** How many there are. */
    protected static ?int $count = null;
    public readonly array $items;
    private Log|null $log, $other;
    public string $title { get => ucfirst($this->title); set(string $value) { $this->title = $value; } }

    public function __construct(
        private readonly ContainerInterface $container,
        protected ?string $name = null,
        int $limit = self::MAX,
    ) {
        parent::__construct();
        $this->items = [];
    }

    /**
     * Finds an order.
     */
    #[Pure]
    final public static function find(int|string $id, Order ...$rest): ?static
    {
        $mapper = fn (array $row): Order => new Order($row);
        $check = function () use ($id): bool { return (bool) $id; };
        return static::query()->where('id', $id)?->first($mapper) ?? throw new NotFound($id);
    }

    abstract protected function store(Order $order): void;

    public function &reference(array &$list): array { return $list; }

    public function __call(string $method, array $arguments): mixed
    {
        return match (true) {
            $arguments instanceof Order => $this->store($arguments),
            default => null,
        };
    }

    public function count(): int { return count($this->items); }

    private function anonymous(): object
    {
        return new class($this->name) extends Order {
            public function total(): int { return 1; }
        };
    }
}

interface Priced extends \JsonSerializable
{
    const CURRENCY = 'EUR';
    public function price(): int;
}

trait Cached
{
    private array $cache = [];
    public static function flush(): void { self::reset(); }
}

enum Status: string implements HasLabel
{
    case Open = 'open';
    case Closed = 'closed';

    const DEFAULT = self::Open;

    public function label(): string
    {
        return ucfirst($this->value);
    }

    public static function fromLabel(string $label): self { return self::from(strtolower($label)); }
}

final readonly class Money
{
    public function __construct(public int $amount) {}
}

if (! function_exists('order_total')) {
    /** Adds up. */
    function order_total(Order ...$orders): int
    {
        function inner_helper() { return 0; }
        return array_sum(array_map(fn ($o) => $o->total, $orders));
    }
}

$handler = function (Request $request) {
    return Money::class;
};
$double = fn (int $n) => $n * 2;

echo <<<TEXT
    function not_one() {}
    TEXT;
