/** Calls on addresses that need no password (spec/traffic-plan#whitelist). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { refusalSentence } from "@turnpike/locales/refusals.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Services } from "../../platform/services.ts";
import { subAccountNames } from "../sub-account/find.ts";
import { addEntries } from "./add.ts";
import { claimAddress } from "./claim.ts";
import { type EntryRow, isWhitelisted, pageOfEntries, removeEntries } from "./store.ts";

type WhitelistCalls = Pick<
  Handlers,
  "trafficWhiteList" | "addTrafficWhite" | "delTrafficWhite" | "checkTrafficWhite"
>;

export function whitelistCalls(services: Services): WhitelistCalls {
  const { db, world } = services;
  return {
    trafficWhiteList: async ({ page, limit, search, sort }, { accountId }) => {
      const now = new Date(world.now());
      const offset = (page - 1) * limit;
      const found = await pageOfEntries(db, { accountId, now, search, sort, offset, limit });
      return { items: await presentEntries(services, found.rows), total: found.total, page, limit };
    },
    addTrafficWhite: async (question, { accountId, lang }) => {
      const { added, refused } = await addEntries(services, question, accountId);
      return {
        added: await presentEntries(services, added),
        refused: refused.map(({ ip, why }) => {
          return { ip, msg: refusalSentence(lang, why), reason: why };
        }),
      };
    },
    delTrafficWhite: async ({ ids }, { accountId }) =>
      transaction(db, async (tx) => {
        const removed = await removeEntries(tx, accountId, ids);
        if (removed.length < ids.length) throw new Refusal("whitelistEntryNotFound");
        await recordChanges(
          tx,
          removed.map((id) => ({ kind: "whitelist", id })),
        );
        return { deleted: removed.length };
      }),
    checkTrafficWhite: async (question, caller) => {
      const { claim = false } = question;
      const ip = canonicalAddress((claim ? undefined : question.ip) ?? caller.ip);
      if (ip === null) throw new Refusal("badIp", { field: "ip" });
      if (claim) {
        const found = await claimAddress(services, caller, ip);
        return { ip, whitelisted: found !== "nobody's", claimed: found === "claimed" };
      }
      const now = new Date(world.now());
      return { ip, whitelisted: await isWhitelisted(db, { accountId: caller.accountId, ip, now }) };
    },
  };
}

async function presentEntries({ db }: Services, rows: EntryRow[]) {
  const names = await subAccountNames(
    db,
    rows.map((row) => row.sub_account_id),
  );
  return rows.map((row) => ({
    id: row.id,
    ip: row.ip,
    description: row.description,
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    account: names.get(row.sub_account_id) ?? "",
  }));
}
