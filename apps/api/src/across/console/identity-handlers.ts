/** Handlers for identities and gates (spec/identity). */
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { accountOf } from "../operator/acts/account-of.ts";
import { perform } from "../operator/acts/act.ts";
import { removeGate, setGate } from "../operator/acts/gates.ts";
import { judgeIdentity, refuseUnseen, viewDocument } from "../operator/acts/identity.ts";
import { listGates } from "../operator/read/gates.ts";
import { listChecks, listDocuments } from "../operator/read/identity.ts";
import { serialized } from "../operator/read/paging.ts";
import type { ConsoleHandlers } from "./caller.ts";

type Names =
  | "identityList"
  | "identityDecide"
  | "identityDocuments"
  | "identityDocument"
  | "gateList"
  | "gateSet"
  | "gateRemove";

export function identityHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  const { db } = services;
  return {
    async identityList({ account, ...query }) {
      const accountId = account === undefined ? undefined : (await accountOf(services, account)).id;
      return serialized(await listChecks(db, { ...query, accountId }));
    },

    async identityDecide({ account, decision, because = null, reason, ...shown }, { actor }) {
      const input = { account, decision, reason: because, note: reason ?? "" };
      const check = (tx: Tx) => refuseUnseen(tx, account, shown);
      const { accountId } = await perform(services, judgeIdentity, { actor, input, reason, check });
      const { items } = await listChecks(db, { accountId, page: 1, limit: 1 });
      const [decided] = items;
      if (!decided) throw new Error(`the identity check of ${accountId} is gone`);
      return { check: serialized(decided) };
    },

    async identityDocuments({ account }) {
      const { id: accountId } = await accountOf(services, account);
      return { items: await listDocuments(db, accountId) };
    },

    identityDocument: (input, { actor }) => perform(services, viewDocument, { actor, input }),

    gateList: async () => ({ items: listGates(services) }),

    async gateSet({ sku, overGb = null, reason }, { actor }) {
      return { gate: await perform(services, setGate, { actor, input: { sku, overGb }, reason }) };
    },

    gateRemove: ({ reason, ...input }, { actor }) =>
      perform(services, removeGate, { actor, input, reason }),
  };
}
