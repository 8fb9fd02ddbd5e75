/** Other numbers for ports of unlimited plans whose own nobody could open, and nobody has used. */
import { type Tx, transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { tellOf } from "./edit.ts";
import { freeNumbers, holdCapacity } from "./store/numbers.ts";
import { countBad, lockUseless, setNumbers, spoilNumbers, type Useless } from "./store/states.ts";

/** A number that could not be opened is given to nobody for so long. */
const badMs = 3_600_000;
/** So many, or a quarter of all, may be that at once. */
const leastBad = 100;
const PORTS_AT_ONCE = 500;

/**
 * Gives ports that the transaction has locked other numbers. Where none is free they keep theirs,
 * and the operator sees why; so too where so many could not be opened of late that it is not the
 * numbers: no gateway uses them all up. Those are tried again each minute (`renumberUseless`).
 */
export async function renumber(services: Services, tx: Tx, ports: Useless[]): Promise<void> {
  if (ports.length === 0) return;
  const { env, world } = services;
  await holdCapacity(tx);
  const now = world.now();
  const most = Math.max(leastBad, env.UNLIMITED_PORTS.length / 4);
  if ((await countBad(tx, new Date(now))) >= most) return;
  const numbers = await freeNumbers(services, tx, ports.length);
  const lucky = ports.slice(0, numbers.length);
  // What a port keeps is not bad for the next who may get it: nobody else could have it meanwhile.
  await spoilNumbers(tx, lucky, new Date(now + badMs));
  await setNumbers(
    tx,
    lucky.map(({ id }, at) => ({ id, port: numbers[at] ?? 0 })),
  );
  await tellOf(tx, lucky);
}

/** Tries those again that found no other number when they were told of. */
export function renumberUseless(services: Services): Promise<void> {
  return transaction(services.db, async (tx) => {
    await renumber(services, tx, await lockUseless(tx, PORTS_AT_ONCE));
  });
}
