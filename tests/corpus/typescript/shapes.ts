import def, { type A, B as C } from "./b";
import type { X } from '../x';
export * as ns from "./ns";
import fs = require("fs");
export abstract class Shape<T extends Base> extends Parent<T> implements IShape, ns.Other<T> {
  private readonly x: number = 1;
  static y?: Map<string, A>;
  constructor(private readonly store: Store, public name: string) { super(); this.store.run<A>(new Foo<B>()); }
  abstract area(): number;
  @memo() get size(): number { return 1; }
  handle = async (e: Event): Promise<void> => { go(e as MouseEvent) };
  over(a: string): void;
  over(a: number): void;
  over(a: any) { }
}
export interface IShape extends Base, ns.Thing<string> { area(): number; name: string; cb: (x: A) => void; readonly [k: string]: any; new (x: A): IShape }
export type Result<T> = { ok: true; value: T } | Err<T>;
export const enum Color { Red, Green = 2, "blue" }
declare module "foo" { export function bar(x: number): string; }
namespace Inner.Deep { export const v = 1; export class K {} }
declare global { interface Window { x: number } }
declare const VERSION: string;
export default function <T>(x: T): x is string { return typeof x === "string"; }
export function over(x: string): void;
export function over(x: any) { const y = x satisfies Foo; type L = typeof y; }
const r = <T,>(x: T) => x;
export const schema = z.object({ a: z.string() });
