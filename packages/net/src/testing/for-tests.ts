/** What the tests of a file share: started before them, stopped after them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

/**
 * Starts or makes something before the tests of this file (or `describe`), and stops or drops it
 * after them, if it can be. Returns what `start` resolves to; its members exist from the hooks after
 * this call on.
 */
export function forTests<T extends object>(start: () => Promise<T>): T {
  const { whole, begin, end } = whatStarts(start);
  beforeAll(begin);
  afterAll(end);
  return whole;
}

/** The same for what other files use too: it is not stopped. */
export function borrowed<T extends object>(start: () => Promise<T>): T {
  const { whole, begin } = whatStarts(start);
  beforeAll(begin);
  return whole;
}

/** The same for each test. */
export function forEachTest<T extends object>(start: () => Promise<T>): T {
  const { whole, begin, end } = whatStarts(start);
  beforeEach(begin);
  afterEach(end);
  return whole;
}

/** Makes an empty folder for the tests of this file, and removes it after them. */
export function folderForTests(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "turnpike-tests-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A gateway's `stop` takes how long it may drain. */
interface Stoppable {
  stop?: (drainMs: number) => unknown;
  drop?: () => unknown;
}

function whatStarts<T extends object>(start: () => Promise<T>) {
  let started: T | undefined;
  const now = (): T => {
    if (started === undefined) throw new Error("What the tests share has not started.");
    return started;
  };
  const whole = new Proxy({} as T, {
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
  const begin = async () => {
    started = await start();
  };
  const end = async () => {
    const one: Stoppable | undefined = started;
    started = undefined;
    await (one?.stop ? one.stop(0) : one?.drop?.());
  };
  return { whole, begin, end };
}
