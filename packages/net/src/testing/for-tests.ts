/** What the tests of a file share: started before them, stopped after them. */
import { afterAll, beforeAll } from "vitest";

/**
 * Starts something before the tests of this file (or `describe`) and stops it after them, if it can
 * be stopped. Returns what `start` resolves to; its members exist from the hooks after this call on.
 */
export function forTests<T extends { stop?: () => Promise<unknown> }>(start: () => Promise<T>): T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.stop?.());
  const now = (): T => {
    if (started === undefined) throw new Error("What the tests share has not started.");
    return started;
  };
  return new Proxy({} as T, {
    get: (_, name) => {
      const value: unknown = Reflect.get(now(), name);
      // A class's methods use what only the object itself has.
      const isMethod = typeof value === "function" && !Object.hasOwn(now(), name);
      return isMethod ? (value.bind(now()) as unknown) : value;
    },
    set: (_, name, value) => Reflect.set(now(), name, value),
    has: (_, name) => Reflect.has(now(), name),
    ownKeys: () => Reflect.ownKeys(now()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(now(), name),
  });
}
