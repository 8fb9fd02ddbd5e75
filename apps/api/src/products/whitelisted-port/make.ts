/** Makes whitelisted ports, for a call or an extraction link. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { mostLiveWhitelistedPorts, whitelistedPortShare } from "@turnpike/rules/pool.ts";
import type { Tx } from "../../platform/db/database.ts";
import { namedPlace } from "../../inventory/exit/named-place.ts";
import type { PlaceFilter } from "../../inventory/exit/store/pool.ts";
import { leasePorts } from "../../inventory/listening-port/lease-ports.ts";
import { countDrawn } from "../../inventory/listening-port/store/leased-ports.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import { balances } from "../../ledger/balances.ts";
import type { Services } from "../../platform/services.ts";
import {
  countWhitelistedPorts,
  insertWhitelistedPorts,
  lockWhitelistedPortsOf,
  type WhitelistedPortRow,
} from "./store.ts";

const minuteMs = 60_000;

export interface WhitelistedPortOptions {
  accountId: string;
  /** Where exits are; any of the pool without it. */
  place: PlaceFilter;
  num: number;
  /** They are open for so long, and each keeps its exit for so long. */
  minutes: number;
  /** The first number, consecutive for several; absent: any of WHITE_PORTS. */
  first?: number | undefined;
  remark: string;
  byLink: boolean;
}

/**
 * Makes them all or none, inside the caller's transaction, which holds the account.
 * @throws Refusal noExitThere, tooManyWhitePorts, insufficientTraffic, portUnavailable,
 *   insufficientStock
 */
export async function createWhitelistedPorts(
  services: Services,
  tx: Tx,
  { accountId, place, num, minutes, first, remark, byLink }: WhitelistedPortOptions,
): Promise<WhitelistedPortRow[]> {
  const named = await namedPlace(tx, place);
  await lockWhitelistedPortsOf(tx, accountId);
  const createdAt = new Date(services.world.now());
  const standing = await countWhitelistedPorts(tx, { accountId, now: createdAt });
  if (standing + num > mostLiveWhitelistedPorts) throw new Refusal("tooManyWhitePorts");
  // Without traffic they would carry nothing (spec/extraction#whitelisted-ports).
  const { traffic } = await balances(tx, accountId);
  if (traffic <= 0) throw new Refusal("insufficientTraffic", { short: "traffic" });
  const expiresAt = new Date(createdAt.getTime() + minutes * minuteMs);
  const made = await leasePorts(services, tx, {
    kind: "whitePort",
    accountId,
    count: num,
    first,
    at: createdAt,
    expiresAt,
  });
  if (first === undefined) await leaveShare(services, tx);
  const rows = made.map(({ id, port }) => {
    const given = { id, accountId, minutes, remark, byLink, ...named };
    return { ...given, port, open: false, createdAt, expiresAt };
  });
  await insertWhitelistedPorts(tx, rows);
  await recordChanges(
    tx,
    rows.map(({ id }) => ({ kind: "whitePort", id })),
  );
  return rows;
}

/**
 * Opened IPs are paid for and draw from the same numbers: a part of them is theirs. Asked once the
 * ports are made, since nobody else is given numbers until the transaction ends.
 * @throws Refusal insufficientStock (short: stock)
 */
async function leaveShare({ env }: Services, tx: Tx): Promise<void> {
  const drawn = await countDrawn(tx, "whitePort");
  if (drawn > whitelistedPortShare(env.WHITE_PORTS.length))
    throw new Refusal("insufficientStock", { short: "stock" });
}
