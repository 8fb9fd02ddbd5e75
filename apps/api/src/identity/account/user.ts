/** The account holder, as shown on every screen (spec/accounts#user). */
import { asLang, Refusal } from "@turnpike/contract/refusals.ts";
import type { User } from "@turnpike/contract/session.ts";
import { assetOfPool } from "@turnpike/rules/traffic-pool.ts";
import { maskEmail } from "@turnpike/rules/mask-email.ts";
import type { Balances } from "../../ledger/balances.ts";
import { balancesAndArrears } from "../../ledger/standing.ts";
import { type Caller, personOf } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { poolNames, poolTitle } from "../../platform/traffic-pools/pools.ts";
import { addressesOf } from "./addresses.ts";
import { shownEmail } from "./shown-email.ts";
import { shownInvoiceTitle } from "./invoice-title.ts";
import { findHolder, titleIn } from "./store/holder.ts";

/** The account's balances, as shown on the home page and in the header. */
export function holdings(owned: Balances) {
  return {
    walletCents: owned.wallet,
    ipBalance: owned.ip,
    trafficBytes: owned.traffic,
    staticCredits: { 7: owned.static7, 30: owned.static30, 90: owned.static90 },
    shortCredits: { 1: owned.short1, 3: owned.short3, 7: owned.short7 },
  };
}

/**
 * The account's own data and what modules add about its holder.
 * @throws Refusal sessionInvalid if the account is gone
 */
export async function readUser(services: Services, accountId: string): Promise<User> {
  const { db, seal, modules } = services;
  const [row, { owned, arrears }] = await Promise.all([
    findHolder(db, accountId),
    balancesAndArrears(db, accountId),
  ]);
  if (!row) throw new Refusal("sessionInvalid");
  const [invoiceTitle, ...parts] = await Promise.all([
    shownInvoiceTitle(services, titleIn(row)),
    ...modules.overview.map(({ user }) => user?.(services, accountId, row)),
  ]);
  const own = {
    id: row.id,
    email: shownEmail(row.email),
    emailVerified: row.emailVerifiedAt !== null,
    secureEmail: row.secureEmail === null ? null : maskEmail(shownEmail(row.secureEmail)),
    createdAt: row.createdAt.toISOString(),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    loginMinutes: row.loginMinutes,
    multiDevice: row.multiDevice,
    inviteCode: row.inviteCode,
    ...holdings(owned),
    trafficPools: poolNames(services).map((pool) => {
      const title = poolTitle(services, pool, asLang(row.lang));
      return { pool, title, bytes: owned[assetOfPool(pool)] ?? 0 };
    }),
    arrears: arrears && { cents: arrears.cents, since: arrears.since.toISOString() },
    accessKey: seal.open(row.accessKeySealed),
    lang: row.lang,
    hasPassword: row.hasPassword,
    invoiceTitle,
    acting: null,
  };
  return Object.assign(own, ...parts) as User;
}

/**
 * `readUser` as the caller may see it: the access key is the holder's alone, since it has neither an
 * expiry nor network limits, and the holder's own teams are no business of their team.
 */
export async function readUserFor(services: Services, caller: Caller): Promise<User> {
  const { accountId, key, person } = caller;
  const user = await readUser(services, accountId);
  if (key?.id) return { ...user, accessKey: "", teams: [] };
  if (!person || person.role === "owner" || person.memberId === null) return user;
  const { email } = await addressesOf(services.db, personOf(caller));
  const acting = { id: person.memberId, email: shownEmail(email), role: person.role };
  return { ...user, accessKey: "", teams: [], acting };
}
