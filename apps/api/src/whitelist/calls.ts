/** Addresses that need no password (contract §7, §16 Whitelist). */
import { Refusal, type RefusalReason } from "@turnpike/contract/refusals.ts";
import { refusalSentence } from "@turnpike/locales/refusals.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { transaction } from "../db/database.ts";
import type { Asker, Handlers } from "../http/handler.ts";
import { tellGateways } from "../hub/news.ts";
import type { Services } from "../services.ts";
import {
  defaultSubAccount,
  holdLive,
  liveSubAccount,
  subAccountNames,
} from "../sub-account/find.ts";
import { judgeAddress } from "./judge.ts";
import {
  type EntryRow,
  insertEntries,
  isListed,
  pageOfEntries,
  removeEntries,
  removeExpired,
} from "./store.ts";

type WhitelistCalls = Pick<
  Handlers,
  "trafficWhiteList" | "addTrafficWhite" | "delTrafficWhite" | "checkTrafficWhite"
>;
const dayMs = 24 * 3_600_000;

export function whitelistCalls(services: Services): WhitelistCalls {
  const { db, world } = services;
  return {
    trafficWhiteList: async ({ page, limit, search, sort }, { accountId }) => {
      const now = new Date(world.now());
      const offset = (page - 1) * limit;
      const found = await pageOfEntries(db, { accountId, now, search, sort, offset, limit });
      return { items: await shown(services, found.rows), total: found.total, page, limit };
    },
    addTrafficWhite: (question, asker) => addEntries(services, question, asker),
    delTrafficWhite: async ({ ids }, { accountId }) =>
      transaction(db, async (tx) => {
        const removed = await removeEntries(tx, accountId, ids);
        if (removed.length < ids.length) throw new Refusal("whitelistEntryNotFound");
        await tellGateways(
          tx,
          removed.map((id) => ({ kind: "whitelist", id })),
        );
        return { deleted: removed.length };
      }),
    checkTrafficWhite: async (question, asker) => {
      const ip = canonicalAddress(question.ip ?? asker.ip);
      if (ip === null) throw new Refusal("badIp", { field: "ip" });
      const now = new Date(world.now());
      return { ip, whitelisted: await isListed(db, { accountId: asker.accountId, ip, now }) };
    },
  };
}

type Adding = Parameters<WhitelistCalls["addTrafficWhite"]>[0];

/** When what is added ends: after so many days or at an instant to come, not both; null is never. */
function endOf({ days, expiresAt }: Adding, now: number): Date | null {
  if (expiresAt === undefined) return days === undefined ? null : new Date(now + days * dayMs);
  if (days !== undefined || Date.parse(expiresAt) <= now)
    throw new Refusal("badField", { field: "expiresAt" });
  return new Date(expiresAt);
}

/** Takes the good addresses and names the others, each with its reason. */
async function addEntries(services: Services, question: Adding, asker: Asker) {
  const { db, world } = services;
  const now = world.now();
  const expiresAt = endOf(question, now);
  const { accountId } = asker;
  const sub =
    question.account === undefined
      ? await defaultSubAccount(db, accountId)
      : await liveSubAccount(db, accountId, question.account);
  const gone = new Refusal("subAccountNotFound", { field: "account" });
  if (sub === null) throw gone;
  const refused: { ip: string; why: RefusalReason }[] = [];
  const taken = new Map<string, string>();
  for (const text of question.ips) {
    const verdict = await judgeAddress(services, text);
    if (verdict.take) taken.set(verdict.ip, text);
    else refused.push({ ip: text, why: verdict.why });
  }
  const added = await transaction(db, async (tx) => {
    if (!(await holdLive(tx, sub.id))) throw gone;
    const ips = [...taken.keys()];
    const freed = await removeExpired(tx, new Date(now), ips);
    const entries = ips.map((ip) => ({
      id: world.id(),
      account_id: accountId,
      sub_account_id: sub.id,
      ip,
      description: question.description ?? "",
      created_at: new Date(now),
      expires_at: expiresAt,
    }));
    const made = await insertEntries(tx, entries);
    const changed = [...freed, ...made.map((entry) => entry.id)];
    await tellGateways(
      tx,
      changed.map((id) => ({ kind: "whitelist", id })),
    );
    return made;
  });
  const stand = new Set(added.map((entry) => entry.ip));
  for (const [ip, text] of taken) if (!stand.has(ip)) refused.push({ ip: text, why: "ipTaken" });
  return {
    added: await shown(services, added),
    refused: refused.map(({ ip, why }) => {
      return { ip, msg: refusalSentence(asker.lang, why), reason: why };
    }),
  };
}

async function shown({ db }: Services, rows: EntryRow[]) {
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
