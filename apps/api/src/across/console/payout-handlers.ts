/** Handlers for withdrawals and CDKeys. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { pageOfWithdrawals } from "../../commerce/affiliate/store/withdrawals.ts";
import type { Services } from "../../platform/services.ts";
import { accountOf } from "../operator/acts/account-of.ts";
import { perform } from "../operator/acts/act.ts";
import { decide, voidUnused } from "../operator/acts/payouts.ts";
import { serialized } from "../operator/read/paging.ts";
import { listCdkeys, withRisks } from "../operator/read/payouts.ts";
import type { ConsoleHandlers } from "./caller.ts";

type Names = "withdrawalList" | "withdrawalDecide" | "cdkeyList" | "cdkeyVoid";

/** The reason that is mailed to the customer: one line without control characters. */
function mailableReason(reason: string | undefined): string {
  const text = (reason ?? "").replace(/[\p{Cc}\s]+/gu, " ").trim();
  if (!text) throw new Refusal("missingField", { field: "reason" });
  return text;
}

export function payoutHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  const { db } = services;
  return {
    async withdrawalList({ status, page, limit }) {
      const { rows, total } = await pageOfWithdrawals(db, { status, page, limit });
      return serialized({ items: await withRisks(db, rows), total, page, limit });
    },

    async withdrawalDecide({ id, decision: status, reason, requestId }, { actor }) {
      const input =
        status === "paid" ? { id, status } : { id, status, reason: mailableReason(reason) };
      const decided = await perform(services, decide, { actor, input, reason, requestId });
      const [withdrawal] = await withRisks(db, [decided]);
      if (!withdrawal) throw new Error("one goes in, one comes out");
      return { withdrawal: serialized(withdrawal) };
    },

    async cdkeyList({ account, ...query }) {
      const accountId = account === undefined ? undefined : (await accountOf(services, account)).id;
      return serialized(await listCdkeys(db, { ...query, accountId }));
    },

    async cdkeyVoid({ id, code, maker, reason, requestId }, { actor }) {
      const selectors = [
        ...(id === undefined ? [] : [{ id }]),
        ...(code === undefined ? [] : [{ code }]),
        ...(maker === undefined ? [] : [{ maker }]),
      ];
      const [input] = selectors;
      if (!input || selectors.length > 1) throw new Refusal("missingField", { field: "id" });
      return perform(services, voidUnused, { actor, input, reason, requestId });
    },
  };
}
