/** Ports whose number nobody could open, and nobody has used: another number, or their end. */
import { type Tx, transaction } from "../../platform/db/database.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Services } from "../../platform/services.ts";
import { releaseGatePorts } from "./make.ts";
import { freeNumbers, holdNumbers } from "./numbers.ts";
import {
  countBad,
  lockUseless,
  setNumbers,
  spoilNumbers,
  type Useless,
} from "./port-states-store.ts";

/** A number that could not be opened is given to nobody for so long. */
const badMs = 3_600_000;
/** So many, or a quarter of all, may be that at once. */
const leastBad = 100;
const PORTS_AT_ONCE = 500;

/**
 * Sees to ports that the transaction has locked: whose number was asked for ends, what it cost is
 * given back; the others get other numbers.
 */
export async function endOrRenumber(services: Services, tx: Tx, ports: Useless[]): Promise<void> {
  // First: nobody waits for numbers who has posted to the ledger.
  await renumber(
    services,
    tx,
    ports.filter(({ asked }) => !asked),
  );
  await endAsked(
    services,
    tx,
    ports.filter(({ asked }) => asked),
  );
}

async function endAsked(services: Services, tx: Tx, ports: Useless[]): Promise<void> {
  const ended = await releaseGatePorts(
    services,
    tx,
    ports.map(({ id }) => id),
  );
  for (const { kind, run } of services.modules.returnPorts) {
    const own = ports.filter((port) => port.kind === kind && ended.includes(port.id));
    await run(
      services,
      tx,
      own.map(({ id }) => id),
    );
  }
}

/**
 * Where no number is free they keep theirs, and the operator sees why; so too where so many could
 * not be opened of late that it is not the numbers: no gateway uses them all up. Those are tried
 * again each minute (`seeToUseless`).
 */
async function renumber(services: Services, tx: Tx, ports: Useless[]): Promise<void> {
  if (ports.length === 0) return;
  const { env, world } = services;
  await holdNumbers(tx);
  const now = world.now();
  const most = Math.max(leastBad, env.WHITE_PORTS.length / 4);
  if ((await countBad(tx, new Date(now))) >= most) return;
  const numbers = await freeNumbers(services, tx, ports.length);
  const lucky = ports.slice(0, numbers.length);
  // What a port keeps is not bad for the next who may get it: nobody else could have it meanwhile.
  await spoilNumbers(tx, lucky, new Date(now + badMs));
  await setNumbers(
    tx,
    lucky.map(({ id }, at) => ({ id, port: numbers[at] ?? 0 })),
  );
  await recordChanges(tx, lucky);
}

/** Tries those again that found no other number when they were told of. */
export function seeToUseless(services: Services): Promise<void> {
  return transaction(services.db, async (tx) => {
    await endOrRenumber(services, tx, await lockUseless(tx, PORTS_AT_ONCE));
  });
}
