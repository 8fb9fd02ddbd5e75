/**
 * Exits that an account holds online through the lookup service, as opened IPs
 * (spec/lookup#holding).
 */
import { lookupCalls } from "@turnpike/contract/lookup.ts";
import type { OpenedIp } from "@turnpike/contract/pool.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import type { z } from "zod";
import { lockCaller } from "../../identity/api-key/spending.ts";
import { type Tx, transaction } from "../../platform/db/database.ts";
import { exitsAt } from "../../inventory/exit/store/pool.ts";
import { inOpeningSlot } from "../../inventory/listening-port/opening-slots.ts";
import { waitForGateways } from "../../platform/http/dispatch.ts";
import { fieldsDigest, runIdempotent } from "../../platform/http/idempotency.ts";
import { deleteIps } from "../pool/delete.ts";
import { openIps, presentOwnIps } from "../pool/open.ts";
import { waitForOpenedIps } from "../pool/wait-open.ts";
import { activeOpenedAfter } from "../pool/store/lists.ts";
import { presentIps } from "../pool/present.ts";
import type { Services } from "../../platform/services.ts";
import type { LookupCaller } from "./caller.ts";

type Start = z.output<typeof lookupCalls.start.request>;

/**
 * Opens one exit, given by its address or chosen at random in a place; costs one IP of balance,
 * once per `requestId`. Returns when gateways have opened it.
 * @throws Refusal badIp, exitNotFound, what `openIps` and `runIdempotent` throw
 */
export async function startHold(services: Services, request: Start, caller: LookupCaller) {
  const { accountId } = caller;
  const { requestId } = request;
  const ip = request.ip === undefined ? undefined : canonicalAddress(request.ip);
  if (ip === null) throw new Refusal("badIp", { field: "ip" });
  const item = await inOpeningSlot(accountId, () =>
    transaction(services.db, async (tx) => {
      await lockCaller(tx, { ...caller, sessionId: "" });
      const open = () => openOne(services, tx, { ...request, ip }, caller);
      if (requestId === undefined) return open();
      const now = new Date(services.world.now());
      const digest = fieldsDigest(request);
      const key = { accountId, call: lookupCalls.start.path, requestId, digest, now };
      return runIdempotent(services.seal, tx, key, open);
    }),
  );
  await waitForGateways(services);
  const [opened = item] = await waitForOpenedIps(services, [item]);
  return opened;
}

async function openOne(
  services: Services,
  tx: Tx,
  request: Omit<Start, "ip"> & { ip: string | undefined },
  { accountId, lang }: LookupCaller,
): Promise<OpenedIp> {
  const { ip, hours, key: _key, requestId: _requestId, ...filter } = request;
  const which = ip === undefined ? { filter, num: 1 } : { ids: [await onlineAt(tx, ip)] };
  const options = { accountId, lang, which, hours, auth: "user", by: "lookup" } as const;
  const [opened] = await openIps(services, tx, options);
  if (opened === undefined) throw new Refusal("exitNotFound");
  return opened;
}

/** @throws Refusal exitNotFound if no online exit has the address */
async function onlineAt(tx: Tx, ip: string): Promise<string> {
  const exit = (await exitsAt(tx, [ip])).get(ip);
  if (!exit?.inPool) throw new Refusal("exitNotFound", { field: "ip" });
  return exit.id;
}

const pageRows = 500;
/** Items returned at most. */
const maxHeld = 1_000;

/** The exits that the account holds, newest first. */
export async function listHolds(
  services: Services,
  { accountId, lang }: LookupCaller,
): Promise<{ items: OpenedIp[] }> {
  const of = { accountId, auth: "user", now: services.world.now() } as const;
  const held = [];
  for (let last; held.length < maxHeld; ) {
    const page = await activeOpenedAfter(services.db, of, { last, limit: pageRows });
    held.push(...page.filter(({ by }) => by === "lookup"));
    last = page.at(-1);
    if (page.length < pageRows) break;
  }
  const rows = held.slice(0, maxHeld);
  return { items: await presentIps(services, services.db, { accountId, lang }, rows) };
}

/**
 * Releases a held exit: its tunnels end and nothing is refunded.
 * @throws Refusal openedIpNotFound
 */
export async function stopHold(
  services: Services,
  { id }: { id: string },
  { accountId, lang }: LookupCaller,
): Promise<{ released: number }> {
  const [held] = await presentOwnIps(services, services.db, {
    accountId,
    lang,
    ids: [id.toLowerCase()],
  });
  if (held?.by !== "lookup" || held.status !== "active")
    throw new Refusal("openedIpNotFound", { field: "id" });
  const released = await deleteIps(services, accountId, [held.id], { mayHide: false });
  await waitForGateways(services);
  return { released };
}
