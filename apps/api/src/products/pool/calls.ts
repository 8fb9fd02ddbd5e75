/** Calls of the ISP pool: opening IPs and listing opened ones (spec/pool#calls). */
import type { CallResponse, CallRequest } from "@turnpike/contract/call.ts";
import type { IpAuth, ipHistory, ipOpen } from "@turnpike/contract/pool.ts";
import { dayMs, lastDays } from "@turnpike/rules/statistics.ts";
import type { Caller, Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { hostPrefixOf } from "../../inventory/node/fleet.ts";
import { deleteIps } from "./delete.ts";
import { openIps } from "./open.ts";
import { waitForOpenedIps } from "./wait-open.ts";
import { passInfo } from "./login.ts";
import { openedByDay, pageOfOpened } from "./store/lists.ts";
import { presentIps } from "./present.ts";

type PoolCalls = Pick<
  Handlers,
  "ipOpen" | "ipDel" | "ipHistory" | "ipHistoryNoUser" | "ipPassInfo" | "ipLineChart"
>;

export function poolCalls(services: Services): PoolCalls {
  return {
    async ipOpen(question, { accountId, lang }, tx) {
      const { hours, auth, port } = question;
      const wanted = { accountId, lang, which: whichOf(question), hours, auth, port };
      return { items: await openIps(services, tx, { ...wanted, by: "call" }) };
    },
    ipDel: async ({ ids }, { accountId }) => ({
      deleted: await deleteIps(services, accountId, ids),
    }),
    ipHistory: (request, caller) => history(services, "user", request, caller),
    ipHistoryNoUser: (request, caller) => history(services, "nouser", request, caller),
    ipPassInfo: ({ password }, caller) => passInfo(services, caller, password),
    ipLineChart: ({ days }, { accountId }) => chart(services, accountId, days),
  };
}

/** Runs after `/v1/ip/open`: waits until gateways listen on the new ports. */
export const waitForIpOpen = async (
  services: Services,
  { items }: CallResponse<typeof ipOpen>,
) => ({
  items: await waitForOpenedIps(services, items),
});

/** Selects exits by id, or some of a place; the contract ensures that one of both is given. */
function whichOf({
  ids,
  num = 1,
  country,
  state,
  city,
  postal,
  isp,
  asn,
}: CallRequest<typeof ipOpen>) {
  if (ids !== undefined) return { ids };
  return { num, filter: { country, state, city, postal, isp, asn } };
}

async function history(
  services: Services,
  auth: IpAuth,
  { page, limit, country, search, status }: CallRequest<typeof ipHistory>,
  { accountId, lang }: Caller,
) {
  const { db, world } = services;
  const host = await hostPrefixOf(services, db, search ?? "");
  const request = { country, search, status, host, offset: (page - 1) * limit, limit };
  const { rows, total } = await pageOfOpened(db, { accountId, auth, now: world.now() }, request);
  const items = await presentIps(services, db, { accountId, lang }, rows);
  return { items, total, page, limit };
}

async function chart({ db, world }: Services, accountId: string, days: number) {
  const { from, to } = lastDays({ now: world.now(), days, by: "day" });
  const opened = await openedByDay(db, accountId, new Date(from));
  const items = [];
  for (let at = from; at < to; at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10);
    items.push({ day, opened: opened.get(day) ?? 0 });
  }
  return { items };
}
