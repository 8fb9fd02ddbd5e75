/**
 * Static exits whose address is on no machine of ours, as lines of bought lists: each is sold on a
 * port of its node, which is open before it is sold (spec/supply#shared-ports).
 */
import type { ListenerHealth } from "@turnpike/contract/gateway-states.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { servingNodesNow } from "../node/fleet.ts";
import {
  anyWithoutPort,
  giveNumbers,
  lockSharedPorts,
  placeExits,
  removeBadNumbers,
  setSharedOpen,
  sharedByNode,
  takeBadNumbers,
  unplacedExits,
} from "./store/shared-ports.ts";

/** A number that could not be opened is not given again for this long. */
const badMs = 3_600_000;
/** At most this many bad numbers of a node, or a quarter of all numbers if that is more. */
const leastBad = 100;

type Parts = Pick<Services, "env" | "world">;

/**
 * Gives the shared exits among `ids` (null: all) a node, the serving one with the fewest, and a port
 * there, if they have none, and notifies gateways.
 */
export async function settleSharedPorts(
  services: Parts,
  tx: Tx,
  ids: string[] | null,
): Promise<void> {
  if (!(await anyWithoutPort(tx, ids))) return;
  await lockSharedPorts(tx);
  await placeUnplaced(services, tx, ids);
  const { STATIC_SHARED_PORTS: numbers } = services.env;
  const now = new Date(services.world.now());
  const numbered = await giveNumbers(tx, { ids, numbers, now });
  await recordChanges(tx, [
    ...numbered.map(({ id }) => ({ kind: "exit" as const, id })),
    ...numbered.flatMap(({ takenBy }) =>
      takenBy === null ? [] : { kind: "staticIp" as const, id: takenBy },
    ),
  ]);
}

async function placeUnplaced(services: Parts, tx: Tx, ids: string[] | null): Promise<void> {
  const unplaced = await unplacedExits(tx, ids);
  const nodes = unplaced.length > 0 ? await servingNodesNow(services, tx) : [];
  if (nodes.length === 0) return;
  const have = await sharedByNode(tx);
  const loads = nodes.map((node) => ({ node, load: have.get(node.id) ?? 0 }));
  const placed = unplaced.map((id) => {
    const least = loads.reduce((one, other) => (other.load < one.load ? other : one));
    least.load += 1;
    return { id, nodeId: least.node.id };
  });
  await placeExits(tx, placed);
}

/** Notes ports that are open, and gives exits another one whose port another program has. */
export async function noteSharedPorts(
  services: Parts,
  tx: Tx,
  reports: ListenerHealth[],
): Promise<void> {
  const idsOf = (some: ListenerHealth[]) => some.map(({ exitId }) => exitId);
  await setSharedOpen(tx, idsOf(reports.filter(({ ports }) => ports.length > 0)));
  const failed = reports.filter(
    ({ ports, detail }) => ports.length === 0 && /EADDRINUSE|EACCES/.test(detail),
  );
  if (failed.length === 0) return;
  const now = services.world.now();
  const most = Math.max(leastBad, services.env.STATIC_SHARED_PORTS.length / 4);
  const until = new Date(now + badMs);
  const taken = await takeBadNumbers(tx, { ids: idsOf(failed), now: new Date(now), until, most });
  if (taken.length > 0) await settleSharedPorts(services, tx, taken);
}

/** For the schedule: exits that wait for a number, and numbers that may be tried again. */
export async function settleAllSharedPorts(services: Parts, tx: Tx): Promise<void> {
  await removeBadNumbers(tx, new Date(services.world.now()));
  await settleSharedPorts(services, tx, null);
}
