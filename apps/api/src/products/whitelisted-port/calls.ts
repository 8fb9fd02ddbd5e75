/** Calls on whitelisted ports of the traffic plan (spec/extraction#whitelisted-ports). */
import type { CallRequest } from "@turnpike/contract/call.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { whitePortAdd } from "@turnpike/contract/whitelisted-port.ts";
import { lockOpenAccount } from "../../identity/account/account-lock.ts";
import { transaction } from "../../platform/db/database.ts";
import { normalizedIds } from "../../platform/db/uuid.ts";
import { releasePorts } from "../../inventory/listening-port/lease-ports.ts";
import { countriesNamed } from "../../platform/geo/country-names.ts";
import type { Caller, Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { createWhitelistedPorts } from "./make.ts";
import { presentWhitelistedPorts } from "./present.ts";
import { pageOfWhitelistedPorts, whitelistedPortsByIds } from "./store.ts";

type WhitelistedPortCalls = Pick<Handlers, "whitePorts" | "whitePortAdd" | "whitePortDel">;

export function whitelistedPortCalls(services: Services): WhitelistedPortCalls {
  const { db, world } = services;
  return {
    whitePorts: async ({ page, limit, search }, { accountId, lang }) => {
      const now = new Date(world.now());
      const sought =
        search === undefined
          ? undefined
          : { text: search, countries: countriesNamed(lang, search) };
      const request = { accountId, now, sought, offset: (page - 1) * limit, limit };
      const { rows, total } = await pageOfWhitelistedPorts(db, request);
      const items = await presentWhitelistedPorts(services, db, rows, lang);
      return { items, total, page, limit };
    },
    whitePortAdd: (question, caller) => add(services, question, caller),
    whitePortDel: ({ ids: given }, { accountId }) =>
      transaction(db, async (tx) => {
        const ids = normalizedIds(given);
        const now = new Date(world.now());
        const own = await whitelistedPortsByIds(tx, { accountId, ids, now });
        const released = await releasePorts(
          services,
          tx,
          own.map(({ id }) => id),
        );
        // The second of two concurrent deletions finds the port already released.
        if (released.length < ids.length) throw new Refusal("whitePortNotFound");
        return { deleted: released.length };
      }),
  };
}

async function add(
  services: Services,
  { num, minutes, remark = "", region, ...place }: CallRequest<typeof whitePortAdd>,
  { accountId, lang }: Caller,
) {
  const rows = await transaction(services.db, async (tx) => {
    await lockOpenAccount(tx, accountId);
    const wanted = { accountId, place, region, num, minutes, remark, byLink: false };
    return createWhitelistedPorts(services, tx, wanted);
  });
  return { items: await presentWhitelistedPorts(services, services.db, rows, lang) };
}
