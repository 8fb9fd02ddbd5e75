/** /v1/requestLog: the outcome of each tunnel or request (spec/traffic-plan#request-log). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { gatewaySentences } from "@turnpike/locales/gateway.ts";
import { requestRetentionMs } from "@turnpike/rules/request-log.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { countryNames } from "../../platform/geo/country-names.ts";
import { openedIdsNamed, openedIpNames } from "../../products/pool/store/find.ts";
import type { Services } from "../../platform/services.ts";
import { staticIdsNamed, staticNames } from "../../products/static/store/find.ts";
import { anySubAccount, subAccountNames } from "../../products/sub-account/find.ts";
import { portIdsNamed, portNames } from "../../products/unlimited/store/find.ts";
import { pageOfRequests, type StoredRequest } from "./store/page.ts";

export function requestLogCalls({ db, world }: Services): Pick<Handlers, "requestLog"> {
  return {
    requestLog: async (question, { accountId, lang }) => {
      const { page, limit, account, outcome, from, to, search } = question;
      if (from !== undefined && to !== undefined && from >= to)
        throw new Refusal("badField", { field: "from" });
      const filterIds = account === undefined ? null : await idsNamed(db, accountId, account);
      const oldest = world.now() - requestRetentionMs;
      const { rows, total } = await pageOfRequests(db, {
        accountId,
        subAccountIds: filterIds,
        outcome: outcome ?? null,
        from: new Date(Math.max(oldest, from === undefined ? oldest : Date.parse(from))),
        to: to === undefined ? null : new Date(to),
        search: search ?? null,
        offset: (page - 1) * limit,
        limit,
      });
      const ids = rows.map((row) => row.subAccountId);
      const subAccounts = await subAccountNames(db, ids);
      const statics = await staticNames(db, accountId, ids);
      const ports = await portNames(db, accountId, ids);
      const opened = await openedIpNames(db, accountId, ids);
      const countryName = countryNames(lang);
      const items = rows.map((row) => {
        const { subAccountId: id } = row;
        const named = statics.get(id) ?? ports.get(id) ?? opened.get(id);
        return {
          ...presentRequest(row),
          place: row.country === "" ? "" : countryName(row.country),
          account: named?.name ?? subAccounts.get(row.subAccountId) ?? "",
          product: named?.product ?? ("traffic" as const),
          ...gatewaySentences(lang, row.reason),
        };
      });
      return { items, total, page, limit };
    },
  };
}

/**
 * Ids of the sub-account, static IPs, unlimited ports and opened IPs with a name, including deleted
 * ones.
 * @throws Refusal subAccountNotFound if there are none
 */
async function idsNamed(db: Db, accountId: string, name: string): Promise<string[]> {
  const sub = await anySubAccount(db, accountId, name);
  const statics = await staticIdsNamed(db, accountId, name);
  const ports = await portIdsNamed(db, accountId, name);
  const ids = [...statics, ...ports, ...(await openedIdsNamed(db, accountId, name))];
  if (sub === null && ids.length === 0)
    throw new Refusal("subAccountNotFound", { field: "account" });
  return sub === null ? ids : [sub.id, ...ids];
}

function presentRequest({ exitIp, at, ...row }: StoredRequest) {
  return { ...row, at: at.toISOString(), exit: exitIp };
}
