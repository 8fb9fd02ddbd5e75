/** State that modules keep in this process's memory, one per API and without globals. */
import type { Services } from "./services.ts";

/** The values by their key; one map per API. */
export type Memory = Map<symbol, unknown>;

/** Declares a value that is created on first use, once per API, from the services. */
export function inMemory<T, S extends Pick<Services, "memory"> = Pick<Services, "memory">>(
  make: (services: S) => T,
) {
  const key = Symbol("in memory");
  return (services: S): T => {
    const { memory } = services;
    if (!memory.has(key)) memory.set(key, make(services));
    return memory.get(key) as T;
  };
}
