/** Calls that change and delete static IPs (spec/static#editing). */
import type { CallRequest } from "@turnpike/contract/call.ts";
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { staticDel, staticUpdate } from "@turnpike/contract/static-own.ts";
import { renewableUntil } from "@turnpike/rules/static-ip.ts";
import type { Caller, Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { type StaticEdit, editAll, editStatics, withLockedStatics } from "./edit.ts";
import { deleteStatics } from "./delete.ts";
import { presentStatics } from "./present.ts";
import { changeStatics } from "./store/static-ips.ts";

type Calls = Pick<
  Handlers,
  | "staticUpdate"
  | "staticUpdateAll"
  | "staticRenewalAuto"
  | "staticMoreAuto"
  | "staticDel"
  | "shortUpdate"
  | "shortDel"
>;

export function editCalls(services: Services): Calls {
  return {
    staticUpdate: (request, caller) => update(services, caller, "static", request),
    shortUpdate: (request, caller) => update(services, caller, "short", request),
    staticUpdateAll: async (given, caller) => ({ updated: await editAll(services, caller, given) }),
    staticRenewalAuto: async ({ id, enabled }, caller) => {
      await setAuto(services, caller, [id], enabled);
      return { autoRenew: enabled };
    },
    staticMoreAuto: async ({ ids, enabled }, caller) => {
      return { updated: await setAuto(services, caller, ids, enabled) };
    },
    staticDel: (request, caller) => remove(services, caller, "static", request),
    shortDel: (request, caller) => remove(services, caller, "short", request),
  };
}

async function update(
  services: Services,
  caller: Caller,
  term: StaticTerm,
  { id, ids: more = [], account, password, whitelist, remark }: CallRequest<typeof staticUpdate>,
) {
  const ids = [...new Set(id === undefined ? more : [id, ...more])];
  const change: StaticEdit = { account, password, whitelist, remark };
  const rows = await editStatics(services, caller, { term, ids }, change);
  const updated = rows.length;
  if (updated > 1) return { updated };
  const [item] = await presentStatics(services, services.db, rows, caller.lang);
  return { ...item, updated };
}

/**
 * Turns auto-renew on or off; turning it off is always allowed. Returns the number of IPs.
 * @throws Refusal staticNotFound, renewalTooLate
 */
function setAuto(services: Services, caller: Caller, ids: string[], enabled: boolean) {
  return withLockedStatics(services, caller, { term: "static", ids }, async (tx, rows) => {
    const now = services.world.now();
    const over = rows.some((row) => renewableUntil(row.expires_at.getTime()) <= now);
    if (enabled && over) throw new Refusal("renewalTooLate");
    await changeStatics(tx, ids, { auto_renew: enabled });
    return rows.length;
  });
}

async function remove(
  services: Services,
  caller: Caller,
  term: StaticTerm,
  { ids, confirm = false }: CallRequest<typeof staticDel>,
) {
  return { deleted: await deleteStatics(services, caller, { term, ids }, confirm) };
}
