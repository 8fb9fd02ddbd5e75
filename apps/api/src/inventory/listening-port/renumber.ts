/** Ports whose number no gateway could open, and nobody has used: another number, or their end. */
import { recordChanges } from "../../platform/changes/changes.ts";
import { type Tx, transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { releasePorts } from "./lease-ports.ts";
import type { PortRange } from "./port-range.ts";
import { countBadPorts, freeNumbers, insertBadPorts, lockNumbers } from "./store/numbers.ts";
import { lockUnopenable, setNumbers, type UnopenablePort } from "./store/states.ts";

/** A number that could not be opened is given to nobody for so long. */
const badMs = 3_600_000;
/** So many numbers of a range, or a quarter of all, may be bad at once. */
const leastBad = 100;
const PORTS_AT_ONCE = 500;

/**
 * Handles ports that the transaction has locked: one whose number was asked for ends, and what it
 * cost is given back; the others get other numbers.
 */
export async function endOrRenumber(
  services: Services,
  tx: Tx,
  range: PortRange,
  ports: UnopenablePort[],
): Promise<void> {
  // First: nobody waits for numbers who has posted to the ledger.
  await renumber(
    services,
    tx,
    range,
    ports.filter(({ requested }) => !requested),
  );
  await endRequested(
    services,
    tx,
    ports.filter(({ requested }) => requested),
  );
}

async function endRequested(services: Services, tx: Tx, ports: UnopenablePort[]): Promise<void> {
  const ended = await releasePorts(
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

/** Each node's ports by themselves: numbers are a node's own. */
async function renumber(
  services: Services,
  tx: Tx,
  range: PortRange,
  ports: UnopenablePort[],
): Promise<void> {
  if (ports.length === 0) return;
  await lockNumbers(tx, range);
  for (const [nodeId, own] of Map.groupBy(ports, (port) => port.nodeId))
    await renumberAt(services, tx, range, { nodeId, ports: own });
}

/**
 * Where no number is free the ports keep theirs, and the operator sees why; so too where so many
 * could not be opened of late that it is not the numbers: no gateway uses them all up. Those are
 * tried again each minute (`retryUnopenable`).
 */
async function renumberAt(
  services: Services,
  tx: Tx,
  range: PortRange,
  { nodeId, ports }: { nodeId: string; ports: UnopenablePort[] },
): Promise<void> {
  const { env, world } = services;
  const now = world.now();
  const most = Math.max(leastBad, range.numbers(env).length / 4);
  if ((await countBadPorts(tx, range, { nodeId, now: new Date(now) })) >= most) return;
  const numbers = await freeNumbers(services, tx, range, { nodeId, count: ports.length });
  const renumbered = ports.slice(0, numbers.length);
  // What a port keeps is not bad for the next who may get it: nobody else could have it meanwhile.
  await insertBadPorts(tx, range, renumbered, new Date(now + badMs));
  await setNumbers(
    tx,
    range,
    renumbered.map(({ id }, at) => ({ id, port: numbers[at] ?? 0 })),
  );
  await recordChanges(tx, renumbered);
}

/** Tries those again that found no other number when they were reported. */
export function retryUnopenable(services: Services, range: PortRange): Promise<void> {
  return transaction(services.db, async (tx) => {
    await endOrRenumber(services, tx, range, await lockUnopenable(tx, range, PORTS_AT_ONCE));
  });
}
