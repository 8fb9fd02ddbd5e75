/** State that modules keep in this process's memory, one per API and without globals. */
import type { Services } from "./services.ts";

/** The values by their key; one map per API. */
export type Memory = Map<symbol, unknown>;

/** Declares a value that is created on first use, once per API. */
export function inMemory<T>(make: (services: Pick<Services, "memory">) => T) {
  const key = Symbol("in memory");
  return (services: Pick<Services, "memory">): T => {
    const { memory } = services;
    if (!memory.has(key)) memory.set(key, make(services));
    return memory.get(key) as T;
  };
}
