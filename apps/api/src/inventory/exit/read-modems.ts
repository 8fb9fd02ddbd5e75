/** Reads the addresses of modems, through their own proxies (spec/supply#modems). */
import { traceRetentionMs } from "@turnpike/rules/trace.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import { type Tx, transaction } from "../../platform/db/database.ts";
import { addressBehind, probeUrl } from "../../platform/proxy/outward.ts";
import type { Services } from "../../platform/services.ts";
import { isPublic } from "./public-address.ts";
import {
  claimDueModems,
  type DueModem,
  removeOldAddresses,
  setAddress,
  setUnread,
} from "./store/modems.ts";

const claimed = 200;
const atOnce = 50;
const timeoutMs = 8_000;
/** Longer than reading all that were claimed takes. */
const leaseMs = 60_000;
const everyMs = 600_000;
const againMs = 60_000;
/** While it changes; after `sameMs` the old address is taken for the new one. */
const changingMs = 2_000;
const sameMs = 20_000;
const removedAtOnce = 10_000;

/** Called with the address that a modem has from now on. */
type OnAddress = (tx: Tx, exitId: string, address: string) => Promise<void>;

/** Reads the addresses that are due. One that cannot be read does not stop the others. */
export async function readModems(services: Services, onAddress: OnAddress): Promise<void> {
  const { db, env, world, log } = services;
  const page = probeUrl(env);
  if (page === null) return;
  const [now, lease] = [world.now(), world.now() + leaseMs].map((at) => new Date(at)) as [
    Date,
    Date,
  ];
  const waiting = await claimDueModems(db, { now, lease, limit: claimed });
  const worker = async () => {
    for (let modem = waiting.shift(); modem !== undefined; modem = waiting.shift()) {
      try {
        await readModem(services, modem, { page, onAddress });
      } catch (error) {
        log.error({ err: error, exit: modem.exitId }, "modem address read failed");
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, worker));
}

async function readModem(
  services: Services,
  modem: DueModem,
  { page, onAddress }: { page: URL; onAddress: OnAddress },
): Promise<void> {
  const { db, env, world, seal } = services;
  const { exitId, sealed, changingSince: since } = modem;
  const password = sealed === "" ? "" : seal.open(sealed);
  const seen = await addressBehind(env, { ...modem, password }, { page, timeoutMs });
  const now = world.now();
  const after = (ms: number) => new Date(now + ms);
  const changesFor = since === null ? null : now - since.getTime();
  const isChanging = changesFor !== null && changesFor < sameMs;
  const why =
    "why" in seen ? seen.why : !env.lab && !isPublic(seen.ip) ? "its address is internal" : null;
  if (why !== null) {
    const due = after(isChanging ? changingMs : againMs);
    return setUnread(db, exitId, { due, trouble: isChanging ? null : why, since });
  }
  const { ip: address } = seen as { ip: string };
  if (isChanging && address === modem.address)
    return setUnread(db, exitId, { due: after(changingMs), trouble: null, since });
  await transaction(db, async (tx) => {
    const read = { address, now: new Date(now), due: after(everyMs), since };
    if (!(await setAddress(tx, exitId, read))) return;
    await onAddress(tx, exitId, address);
    await recordChanges(tx, [{ kind: "exit", id: exitId }]);
  });
}

/** For the schedule: addresses that are older than the trace. */
export async function forgetAddresses({ db, env, world }: Services): Promise<void> {
  const before = new Date(world.now() - traceRetentionMs(env));
  while ((await removeOldAddresses(db, before, removedAtOnce)) === removedAtOnce);
}
