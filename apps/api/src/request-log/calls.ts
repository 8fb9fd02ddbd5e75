/** /v1/requestLog: what each tunnel or request came to (contract §7, §16 Statistics). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { gatewaySentences } from "@turnpike/locales/gateway.ts";
import { requestsKeptMs } from "@turnpike/rules/request-log.ts";
import type { Handlers } from "../http/handler.ts";
import type { Services } from "../services.ts";
import { anySubAccount, subAccountNames } from "../sub-account/find.ts";
import { pageOfRequests, type StoredRequest } from "./store.ts";

export function requestLogCalls({ db, world }: Services): Pick<Handlers, "requestLog"> {
  return {
    requestLog: async (question, { accountId, lang }) => {
      const { page, limit, account, outcome, from, to, search } = question;
      if (from !== undefined && to !== undefined && from >= to)
        throw new Refusal("badField", { field: "from" });
      const sub = account === undefined ? null : await anySubAccount(db, accountId, account);
      if (account !== undefined && sub === null)
        throw new Refusal("subAccountNotFound", { field: "account" });
      const oldest = world.now() - requestsKeptMs;
      const { rows, total } = await pageOfRequests(db, {
        accountId,
        subAccountId: sub?.id ?? null,
        outcome: outcome ?? null,
        from: new Date(Math.max(oldest, from === undefined ? oldest : Date.parse(from))),
        to: to === undefined ? null : new Date(to),
        search: search ?? null,
        offset: (page - 1) * limit,
        limit,
      });
      const names = await subAccountNames(
        db,
        rows.map((row) => row.subAccountId),
      );
      const items = rows.map((row) => ({
        ...shown(row),
        account: names.get(row.subAccountId) ?? "",
        ...gatewaySentences(lang, row.reason),
      }));
      return { items, total, page, limit };
    },
  };
}

function shown({ exitIp, at, ...row }: StoredRequest) {
  return { ...row, at: at.toISOString(), exit: exitIp };
}
