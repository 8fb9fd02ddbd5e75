/**
 * Auto-renew (spec/static#auto-renew: the static balance first, then the wallet balance when
 * short). Runs every minute and renews IPs from 24 h before their end, each in its own transaction:
 * whatever can be paid is renewed, nothing is half done, and any number of schedulers may run.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { listPrice } from "@turnpike/rules/pricing.ts";
import { cheapestOffer } from "@turnpike/rules/product.ts";
import { autoRenewAheadMs, renewGraceMs } from "@turnpike/rules/static-ip.ts";
import {
  type AutoRenewVerdict,
  decideAutoRenew,
  type RenewalFailure,
} from "@turnpike/rules/static-renewal.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import { debtOf } from "../../ledger/debt.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import { nilUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import {
  askBeforeSale,
  saleTerms,
  type TaxTerms,
  taxedTotal,
} from "../../commerce/tax/tax-sale.ts";
import { periodName, lockCredits } from "./credits.ts";
import {
  accountsDue,
  type DueBounds,
  type DueStaticsRequest,
  dueStaticsOf,
  type DueStatic,
  lockIfFree,
  lockUnreportedFailures,
  type Period,
  setRenewFailed,
} from "./store/due.ts";
import { renewalFundsOf } from "./quote.ts";
import { renewByWallet } from "./renew.ts";
import type { StaticRow } from "./store/static-ips.ts";
import { notifyRenewed } from "./notify-renewed.ts";
import type { MailName } from "@turnpike/locales/mails.ts";
import { money } from "@turnpike/locales/shop.ts";
import { wouldStop } from "../../commerce/gate/gates.ts";
import { identityUrl } from "../../commerce/identity-check/decide.ts";
import { contactOf } from "../../identity/account/addresses.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import { emitRenewalFailed } from "./webhook-events.ts";
import { recordEvents } from "./store/events.ts";
import { dashboardPathOf } from "./ending.ts";
import { endingLine, lines } from "./mail-lines.ts";

const ACCOUNTS_AT_ONCE = 200;
/** Pages of accounts per run, at most; the next run continues. */
const PAGES = 500;
/** IPs of one account per run, at most, and how many of them are read at a time. */
const IPS_AT_ONCE = 5_000;
const IPS_READ = 500;

export async function autoRenew(services: Services): Promise<void> {
  let after = nilUuid;
  for (let page = 0; page < PAGES; page++) {
    const bounds = boundsOf(services);
    const accounts = await accountsDue(services.db, { bounds, after, limit: ACCOUNTS_AT_ONCE });
    for (const accountId of accounts) {
      await askBeforeSale(services, accountId);
      await renewAccount(services, accountId);
    }
    const last = accounts.at(-1);
    if (last === undefined) break;
    after = last;
  }
  await notifyRenewed(services);
}

function boundsOf({ world }: Services): DueBounds {
  const now = world.now();
  return {
    now: new Date(now),
    ahead: new Date(now + autoRenewAheadMs),
    past: new Date(now - renewGraceMs),
  };
}

/** Renews an account's due IPs. An error is logged and does not stop other accounts. */
async function renewAccount(services: Services, accountId: string): Promise<void> {
  try {
    const bounds = boundsOf(services);
    // Periods that could not be paid are skipped for the rest of the run, so later IPs get their
    // turn.
    const unaffordable = new Map<string, { period: Period; why: RenewalFailure }>();
    let after: DueStatic | null = null;
    for (let read = 0; read < IPS_AT_ONCE; read += IPS_READ) {
      const except = [...unaffordable.values()].map(({ period }) => period);
      const request: DueStaticsRequest = { accountId, bounds, after, except, limit: IPS_READ };
      const due = await dueStaticsOf(services.db, request);
      for (const ip of due) {
        if (unaffordable.has(periodName(ip))) continue;
        const verdict = await tryRenewOne(services, { accountId, id: ip.id });
        if (verdict === null || verdict.renew) continue;
        if (verdict.why === "accountClosed") return;
        // In arrears nothing is renewed, not even with credits.
        if (verdict.why === "inArrears")
          return await reportFailures(services, accountId, verdict.why);
        if (verdict.why === "insufficientBalance" || verdict.why === "identityNeeded")
          unaffordable.set(periodName(ip), { period: ip, why: verdict.why });
      }
      after = due.at(-1) ?? null;
      if (due.length < IPS_READ) break;
    }
    for (const why of new Set([...unaffordable.values()].map((one) => one.why)))
      await reportFailures(services, accountId, why);
  } catch (error) {
    services.log.error({ err: error, account: accountId }, "auto-renew of an account failed");
  }
}

/** Renews one IP. An error is logged and does not stop the account's other IPs. */
async function tryRenewOne(
  services: Services,
  one: { accountId: string; id: string },
): Promise<AutoRenewVerdict | null> {
  try {
    return await renewOne(services, one);
  } catch (error) {
    services.log.error({ err: error, static: one.id }, "auto-renew of a static IP failed");
    return null;
  }
}

/** Locks an IP, decides, and renews it; null if another transaction has locked the row. */
function renewOne(
  services: Services,
  { accountId, id }: { accountId: string; id: string },
): Promise<AutoRenewVerdict | null> {
  const renewing = transaction(services.db, async (tx) => {
    const account = await lockStanding(tx, accountId);
    const row = await lockIfFree(tx, id);
    if (!row) return null;
    await lockCredits(tx, { accountId, term: row.term, days: row.days });
    const verdict = decideForRow(services, row, {
      ...account,
      means: await renewalFundsFor(services, tx, row),
    });
    if (verdict.renew) {
      await renewByWallet(services, tx, { rows: [row], days: row.days, auto: true });
    }
    return verdict;
  });
  // The wallet was spent since the decision; the transaction was rolled back.
  return renewing.catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.reason !== "insufficientBalance") throw error;
    return { renew: false, why: error.reason } as const;
  });
}

interface AccountStanding {
  accountOpen: boolean;
  inArrears: boolean;
}
async function lockStanding(tx: Tx, accountId: string): Promise<AccountStanding> {
  const account = await lockAccount(tx, accountId);
  const accountOpen = account !== null && !account.closed && !account.disabled;
  return { accountOpen, inArrears: (await debtOf(tx, accountId, "wallet")) > 0 };
}

type RenewalFunds = Awaited<ReturnType<typeof renewalFundsOf>>;
type Means = RenewalFunds & { terms: TaxTerms; identityNeeded: boolean };
/** The account's credits, wallet balance, price and tax for the IP's own period. */
async function renewalFundsFor(
  services: Services,
  tx: Tx,
  { account_id: accountId, term, days }: StaticRow,
): Promise<Means> {
  const funds = await renewalFundsOf(tx, { accountId, now: services.world.now(), term, days });
  const sale = { accountId, what: "order", method: "wallet" } as const;
  const sku = cheapestOffer(funds.offers, 1)?.sku ?? "";
  const order = { sku, accountId, asset: null, granted: 0, automatic: true };
  const identityNeeded = await wouldStop(services, tx, order);
  return { ...funds, terms: await saleTerms(services, tx, sale), identityNeeded };
}

function decideForRow(
  { world }: Services,
  row: StaticRow,
  { accountOpen, inArrears, means }: AccountStanding & { means: Means },
): AutoRenewVerdict {
  const { credits, walletCents, offers, terms, identityNeeded } = means;
  const product = cheapestOffer(offers, 1);
  const price = product ? listPrice(1, product) : null;
  return decideAutoRenew({
    autoRenew: row.auto_renew,
    expiresAt: row.expires_at.getTime(),
    now: world.now(),
    released: row.released_at !== null,
    accountOpen,
    inArrears,
    failedFor: row.renew_failed_for?.getTime() ?? null,
    credits,
    priceCents: price?.ok ? taxedTotal(price.listCents, terms) : null,
    walletCents,
    identityNeeded,
  });
}

/** Records and mails, once per end, the account's IPs that were not renewed for this reason. */
function reportFailures(
  services: Services,
  accountId: string,
  reason: RenewalFailure,
): Promise<void> {
  return transaction(services.db, async (tx) => {
    const account = await lockStanding(tx, accountId);
    if (!account.accountOpen) return;
    const bounds = boundsOf(services);
    const failed: StaticRow[] = [];
    const known = new Map<string, Means>();
    for (const row of await lockUnreportedFailures(tx, { accountId, bounds, limit: IPS_AT_ONCE })) {
      const means = known.get(periodName(row)) ?? (await renewalFundsFor(services, tx, row));
      known.set(periodName(row), means);
      const verdict = decideForRow(services, row, { ...account, means });
      if (!verdict.renew && verdict.why === reason) failed.push(row);
    }
    await notifyRenewalFailed(services, tx, { accountId, rows: failed, reason });
  });
}

const failureMails: Record<RenewalFailure, MailName> = {
  insufficientBalance: "autoRenewFailed",
  inArrears: "autoRenewInArrears",
  identityNeeded: "autoRenewNeedsIdentity",
};

/* Failure notices: once per end, with all of an account's IPs in one mail. */

/** Records the failure of locked rows, emits the webhook event and queues the mail. */
async function notifyRenewalFailed(
  services: Services,
  tx: Tx,
  { accountId, rows, reason }: { accountId: string; rows: StaticRow[]; reason: RenewalFailure },
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  await setRenewFailed(
    tx,
    rows.map(({ id }) => id),
  );
  await recordEvents(services, tx, rows, { action: "autoRenewFailed" });
  await emitRenewalFailed(services, tx, { rows, reason });
  const { to, lang } = await contactOf(tx, accountId);
  const soonest = rows.toSorted((a, b) => a.expires_at.getTime() - b.expires_at.getTime());
  const { publicUrl } = services.env;
  await queueMail(services, tx, {
    to,
    lang,
    mail: failureMails[reason],
    values: {
      owed: money(lang, await debtOf(tx, accountId, "wallet")),
      things: lines(lang, soonest, (row) => endingLine(lang, row)),
      manageUrl: publicUrl + dashboardPathOf[first.term],
      url: reason === "identityNeeded" ? identityUrl(services) : `${publicUrl}/cli/home?recharge=1`,
    },
  });
}
