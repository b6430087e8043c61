import fs, { readFile as read } from 'node:fs';
import * as lines from './lines.mjs';
import data from './data.json' with { type: 'json' };
export { total, round as rounded } from './total.mjs';

/**
 * Kept for those who look it up.
 */

/** Reads orders. */
export async function load(name, { strict = false, ...rest } = {}, ...more) {
  const text = await read(name);
  return JSON.parse(text, function revive(key, value) {
    return rest[key] ?? value;
  });
}

/**
 * Adds prices.
 * @param {Order[]} orders
 */

export function add(orders) {
  return orders.reduce((sum, { price }) => sum + price, 0);
}

export function* numbers(limit) {
  let n = 0;
  while (n < limit) yield n++;
}

export const { first, second: renamed, ...others } = lines;
const [low, high] = [1, 2];
export let current = null, previous;
var legacy = 1;

class Order extends mixin(Base, Named) {
  static #count = 0;
  static limit = 10;
  #lines = [];
  'quoted name' = 1;
  handle = (event) => this.#pay(event);
  arrow = async () => {
    await null;
  };

  static {
    Order.#count++;
  }

  constructor(...args) {
    super(...args);
  }

  get size() {
    return this.#lines.length;
  }

  set size(value) {}

  static async load(id) {
    return new this(id);
  }

  async *[Symbol.asyncIterator]() {
    yield* this.#lines;
  }

  ['computed' + 1]() {}
  #pay() {}
  'quoted method'() {}
  42() {}
}

const Anonymous = class {
  run() {}
};
const Named = class Inner extends Order {};

Order.prototype.cancel = function cancel(reason) {
  return reason;
};
Order.from = (value) => new Order(value);
Object.assign(Order.prototype, {
  mixed() {},
  old: function (a) {
    return a;
  },
});

function Legacy(name) {
  if (!(this instanceof Legacy)) return new Legacy(name);
  this.name = name;
  this.run = function () {
    return name;
  };
}

const store = {
  items: [],
  add(item) {
    this.items.push(item);
  },
  async remove(id) {},
  get size() {
    return this.items.length;
  },
  'quoted-key': function () {},
  [dynamic]: () => {},
  nested: {
    deep() {},
  },
};

export const debounced = debounce(function later(event) {
  store.add(event);
}, 100);

export const curry = (a) => (b) => (c) => a + b + c;
const bound = store.add.bind(store);

(function setup() {
  function hidden() {}
  hidden();
})();

button.onclick = function (event) {
  event.preventDefault();
};

window.addEventListener('load', function onLoad() {
  label: for (const item of store.items) {
    if (!item) continue label;
  }
});

export default {
  name: 'orders',
  data() {
    return { count: 0 };
  },
  methods: {
    increment() {
      this.count++;
    },
  },
};
