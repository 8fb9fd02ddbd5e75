/** Renumbers or ends ports that were never open because no gateway could open their number. */
import { recordChanges } from "../../platform/changes/changes.ts";
import { type Tx, transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { releasePorts } from "./lease-ports.ts";
import type { PortRange } from "./port-range.ts";
import { countBadPorts, freeNumbers, insertBadPorts, lockNumbers } from "./store/numbers.ts";
import { lockUnopenable, setNumbers, type UnopenablePort } from "./store/states.ts";

/** A number that could not be opened is not allocated again for this long. */
const badMs = 3_600_000;
/** At most this many bad numbers in a range, or a quarter of all numbers if that is more. */
const leastBad = 100;
const PORTS_AT_ONCE = 500;

/**
 * Handles ports that the transaction has locked. A port whose number was requested ends and is
 * refunded; the others get other numbers.
 */
export async function endOrRenumberUnopenable(
  services: Services,
  tx: Tx,
  range: PortRange,
  ports: UnopenablePort[],
): Promise<void> {
  // Renumber first: numbers must be locked before anything is posted to the ledger.
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
  for (const { kind, run } of services.modules.refundUnopenedPorts) {
    const own = ports.filter((port) => port.kind === kind && ended.includes(port.id));
    await run(
      services,
      tx,
      own.map(({ id }) => id),
    );
  }
}

/** Renumbers each node's ports separately: every node has its own numbers. */
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
 * If no number is free, the ports keep theirs and the operator sees the reason. The same applies if
 * so many numbers failed lately that the numbers cannot be the cause: this keeps a gateway from
 * using them all up. Such ports are retried every minute (`retryUnopenable`).
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
  // A number that its port keeps is not marked bad: no other port can get it anyway.
  await insertBadPorts(tx, range, renumbered, new Date(now + badMs));
  await setNumbers(
    tx,
    range,
    renumbered.map(({ id }, at) => ({ id, port: numbers[at] ?? 0 })),
  );
  await recordChanges(tx, renumbered);
}

/** Retries the ports for which no other number was found when they were reported. */
export function retryUnopenable(services: Services, range: PortRange): Promise<void> {
  return transaction(services.db, async (tx) => {
    await endOrRenumberUnopenable(
      services,
      tx,
      range,
      await lockUnopenable(tx, range, PORTS_AT_ONCE),
    );
  });
}
