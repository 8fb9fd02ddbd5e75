/**
 * What may have left through a modem while its address changed (spec/supply#modems): lines of that
 * time have no address, or the one before.
 */
import { gapsAround } from "../../inventory/exit/store/modem-gaps.ts";
import type { Services } from "../../platform/services.ts";
import { staticsOfExits } from "../../products/static/store/modems.ts";
import {
  type ConnectionQuery,
  connectionsInTimes,
  type FoundConnection,
} from "../request-log/store/connections.ts";
import { traceLookBackMs } from "@turnpike/rules/trace.ts";

const maxGaps = 1_000;
const maxHolders = 1_000;

/** The connections that perhaps used an exit's address while a modem changed from or to it. */
export async function connectionsInGaps(
  { db, world }: Services,
  query: ConnectionQuery,
): Promise<FoundConnection[]> {
  const { exit, ...window } = query;
  if (exit === null) return [];
  const gaps = await gapsAround(db, exit, {
    from: new Date(query.from - traceLookBackMs),
    to: new Date(query.to),
    now: new Date(world.now()),
    limit: maxGaps,
  });
  if (gaps.length === 0) return [];
  const exitIds = [...new Set(gaps.map(({ exitId }) => exitId))];
  const holders = Map.groupBy(
    await staticsOfExits(db, exitIds, maxHolders),
    ({ exitId }) => exitId,
  );
  const times = gaps.flatMap(({ exitId, ...gap }) =>
    (holders.get(exitId) ?? []).map(({ id: holderId }) => ({ holderId, ...gap })),
  );
  return connectionsInTimes(db, { ...window, times });
}
