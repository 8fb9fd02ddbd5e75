/** What modules keep in the memory of this process, without the platform naming it. */
import type { Services } from "./services.ts";

/** Where it is kept; one per API. */
export type Memory = Map<symbol, unknown>;

/** Declares something that is made when it is first asked for, once per API. */
export function inMemory<T>(make: (services: Pick<Services, "memory">) => T) {
  const key = Symbol("in memory");
  return (services: Pick<Services, "memory">): T => {
    const { memory } = services;
    if (!memory.has(key)) memory.set(key, make(services));
    return memory.get(key) as T;
  };
}
