import type { Handler, Store as Keeper } from './store';
import * as path from 'node:path';
import defaults, { type Options } from '../defaults.js';
import legacy = require('legacy');
export * from './lines';
export { total as sum, type Line } from './total';

/** What an order can be. */
export const enum Status {
  New = 'new',
  Paid = 'paid',
  'In Transit' = 'transit',
}

declare global {
  interface Window {
    orders: Order[];
  }
}

declare module 'legacy' {
  export function old(name: string): void;
  const version: string;
}

export namespace Shop.Billing {
  export type Amount = number & { readonly brand: unique symbol };
  export function round(amount: Amount): Amount {
    return amount;
  }
}

/**
 * What has a price.
 */
export interface Priced<out T extends object = {}> extends Base<T>, Named {
  readonly price: number;
  note?: string;
  [key: string]: unknown;
  (discount: number): T;
  new (price: number): Priced<T>;
  total(...lines: Line[]): number;
  onChange: (event: Event) => void;
  get size(): number;
  set size(value: number);
}

export type Id<T> = T extends { id: infer I } ? I : never;
type Keys = `on${Capitalize<keyof Events>}`;
type Mapped<T> = { readonly [K in keyof T as `get${string & K}`]?: () => T[K] };
export type Tree = { value: number; children: Tree[]; visit(depth: number): void };

function isOrder(value: unknown): value is Order;
function isOrder(value: unknown, strict?: boolean): asserts value is Order;
function isOrder(value: any): any {
  return value instanceof Order;
}

@Injectable({ scope: 'request' })
export abstract class Order<T = unknown> extends Model(Base) implements Priced, Iterable<Line> {
  static #count = 0;
  static readonly limit: number = 100;
  declare brand: 'order';
  private lines?: Line[] = [];
  protected readonly handler: Handler = (line) => this.add(line);
  accessor note = '';
  onPaid = async <E extends Event>(event: E): Promise<void> => {
    await this.pay(event);
  };

  static {
    Order.#count = 1;
  }

  constructor(
    public readonly id: string,
    @Inject(STORE) private store: Keeper<Order>,
    options?: Partial<Options>,
  ) {
    super();
  }

  /** Adds a line. */
  add(line: Line): this;
  add(line: Line, count: number): this;
  @Log()
  add(line: Line, count = 1): this {
    for (let i = 0; i < count; i++) this.lines!.push(line satisfies Line);
    return this;
  }

  abstract close(): void;
  get size(): number {
    return this.lines?.length ?? 0;
  }
  set size(value) {
    throw new RangeError(`size ${value}`);
  }
  async *[Symbol.asyncIterator](): AsyncGenerator<Line> {
    yield* this.lines ?? [];
  }
  static async load<K extends keyof Order>(key: K): Promise<Order[K]> {
    const { default: data } = await import('./data');
    return data[key];
  }
  private async pay(event: Event): Promise<void> {
    const inner = function named(this: Order) {
      return this.id;
    };
    inner.call(this);
  }
}

export const total = (lines: readonly Line[]): number => lines.reduce((sum, line) => sum + line.price, 0);
export const { first, second: other } = split(defaults);
export const config = {
  retries: 3,
  run(name: string) {
    return new Order<string>(name, null!);
  },
  parse: async (text: string) => JSON.parse(text) as Order,
} as const satisfies Options;

let current: Order | undefined;
var old1 = 1,
  old2 = 2;

export default class extends Order {
  close() {}
}

export function assertNever(value: never): never {
  throw new Error(`unexpected ${value}`);
}

export async function* stream<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const item of source) yield item;
}

declare function external(name: string): void;
declare const VERSION: string, BUILD: number;

describe('orders', () => {
  it('adds up', async () => {
    expect(total([])).toBe(0);
  });
});
