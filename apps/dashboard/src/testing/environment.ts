/**
 * Vitest's environment for tests of screens: jsdom, whose window a worker makes once for all its files.
 * Between them it is taken out of the global object, so that a file may ask for another environment;
 * `setup.ts` empties it.
 */
import { builtinEnvironments, type Environment } from "vitest/runtime";

type Properties = Map<PropertyKey, PropertyDescriptor>;
/** What jsdom puts into the global object, and what it takes the place of. */
interface Kept {
  own: Properties;
  replaced: Properties;
}

const propertiesOf = (object: object): Properties =>
  new Map(
    Reflect.ownKeys(object).map((key) => [key, Object.getOwnPropertyDescriptor(object, key)!]),
  );

const isSame = (one: PropertyDescriptor, other: PropertyDescriptor | undefined) =>
  one.value === other?.value && one.get === other?.get && one.set === other?.set;

// The module may be evaluated anew for each file; the worker stays.
const worker = globalThis as { [kept: symbol]: Kept | undefined };
const kept = Symbol.for("turnpike.window");

async function make(global: object, options: Record<string, unknown>): Promise<Kept> {
  const before = propertiesOf(global);
  await builtinEnvironments.jsdom.setup(global, options);
  const own = [...propertiesOf(global)].filter(([key, one]) => !isSame(one, before.get(key)));
  const replaced = own.flatMap(([key]) => {
    const one = before.get(key);
    return one ? [[key, one] as const] : [];
  });
  return { own: new Map(own), replaced: new Map(replaced) };
}

const define = (global: object, properties: Properties) => {
  for (const [key, one] of properties) Object.defineProperty(global, key, one);
};

export default {
  name: "kept-window",
  viteEnvironment: "client",
  async setup(global, options) {
    const window = (worker[kept] ??= await make(global, options));
    define(global, window.own);
    return {
      teardown() {
        for (const key of window.own.keys()) Reflect.deleteProperty(global, key);
        define(global, window.replaced);
      },
    };
  },
} satisfies Environment;
