/** `account show`: an account's balances, what it owes, and what was taken back from it. */
import { trafficEndsAt } from "@turnpike/rules/arrears.ts";
import { plainMoney } from "@turnpike/locales/money.ts";
import { sql } from "kysely";
import { emailsOf } from "../../identity/account/store/contacts.ts";
import { balances } from "../../ledger/balances.ts";
import { arrearsOf, debtOf } from "../../ledger/debt.ts";
import type { Services } from "../../platform/services.ts";
import { redeemedSince } from "../../products/cdkey/store.ts";
import { countLiveOf as countLivePlans } from "../../products/unlimited/store/end.ts";
import { countWebhooks } from "../webhook/store/webhooks.ts";
import { accountOf } from "./acts/account-of.ts";
import type { Command } from "./command.ts";
import { inLine } from "./printable.ts";
import { findDisputes } from "./read/disputes.ts";

/** How many refunds, redeemed CDKeys and orders are listed, newest first. */
const LIST_LIMIT = 100;

/** A part of the output: fields of the JSON and lines of text. */
interface Section {
  json: Record<string, unknown>;
  lines: string[];
}
type LoadSection = (services: Services, accountId: string) => Promise<Section>;

const balancesSection: LoadSection = async ({ db }, accountId) => {
  const held = await balances(db, accountId);
  const unlimitedPlans = await countLivePlans(db, accountId);
  const webhooks = await countWebhooks(db, accountId);
  const amounts = Object.entries({ ...held, plans: unlimitedPlans, webhooks });
  const lines = amounts.map(([asset, amount]) => `  ${asset.padEnd(10)} ${amount}`);
  return { json: { balances: held, unlimitedPlans, webhooks }, lines };
};

const arrearsSection: LoadSection = async ({ db }, accountId) => {
  const found = await arrearsOf(db, accountId);
  const arrears = found && {
    cents: found.cents,
    since: found.since.toISOString(),
    trafficEndsAt: new Date(trafficEndsAt(found.since.getTime())).toISOString(),
  };
  const debts = {
    walletCents: arrears?.cents ?? 0,
    profitCents: await debtOf(db, accountId, "profit"),
  };
  const lines: string[] = [];
  if (arrears) {
    const { since, cents, trafficEndsAt: ends } = arrears;
    lines.push(`  in arrears since ${since}: owes ${plainMoney(cents)}, traffic until ${ends}`);
  }
  if (debts.profitCents > 0) lines.push(`  owes ${plainMoney(debts.profitCents)} of profit`);
  return { json: { arrears, debts }, lines };
};

interface RefundRow {
  at: Date;
  kind: string;
  reference: string;
  cents: number | null;
  taken: number;
  asset: string | null;
  bonusCents: number;
  /** Charged to the wallet or owed, in place of goods that were already used. */
  goodsOwedCents: number;
  debtCents: number;
  /** Null while it waits for its payment to have the money. */
  bookedAt: Date | null;
  undoneAt: Date | null;
}

/** Refunds and charge-backs, and what could be taken back for each. */
const refundsSection: LoadSection = async ({ db }, accountId) => {
  const { rows } = await sql<RefundRow>`
    select r.created_at as at, r.kind, coalesce(o.order_no, r.payment_id::text) as reference, r.cents,
      r.taken, case when r.order_id is null then 'wallet' else o.asset end as asset,
      r.bonus_cents as "bonusCents", r.goods_owed_cents as "goodsOwedCents", r.debt_cents as "debtCents", r.booked_at as "bookedAt",
      r.undone_at as "undoneAt"
    from refund r left join shop_order o on o.id = r.order_id
    where r.account_id = ${accountId} order by r.created_at desc limit ${LIST_LIMIT}`.execute(db);
  const lines = rows.map((row) => {
    const { goodsOwedCents, debtCents } = row;
    const goods = goodsOwedCents > 0 ? `, ${plainMoney(goodsOwedCents)} for goods not found` : "";
    const left = `${goods}${debtCents > 0 ? `, ${plainMoney(debtCents)} owed` : ""}`;
    const undone = row.undoneAt ? ", undone" : "";
    const amount = plainMoney(row.cents ?? 0);
    const took = row.bookedAt ? `took ${row.taken} ${row.asset ?? "seconds"}` : "waits";
    return `  ${row.at.toISOString()} ${row.kind} of ${amount} (${row.reference}): ${took}${left}${undone}`;
  });
  return { json: { takenBack: rows }, lines: withTitle("Taken back:", lines) };
};

const disputesSection: LoadSection = async ({ db }, accountId) => {
  const disputes = await findDisputes(db, { accountIds: [accountId], limit: LIST_LIMIT });
  const lines = disputes.map((row) => {
    const what = row.kind === "fraudWarning" ? "fraud warning" : `dispute ${row.state}`;
    const about = `${plainMoney(row.cents)} (${row.orderNo ?? row.paymentId})`;
    return `  ${row.openedAt.toISOString()} ${what} about ${about}: ${plainMoney(row.takenCents)} taken`;
  });
  return { json: { disputes }, lines: withTitle("Disputes:", lines) };
};

/** CDKeys made since the first reversed payment that were redeemed before they could be voided. */
const cdkeysSection: LoadSection = async ({ db }, accountId) => {
  const { rows } = await sql<{ since: Date | null }>`
    select min(coalesce(p.paid_at, p.created_at)) as since
    from refund r join payment p on p.id = r.payment_id
    where r.account_id = ${accountId} and r.booked_at is not null and r.undone_at is null
    having bool_or(r.debt_cents > 0)`.execute(db);
  const since = rows[0]?.since ?? null;
  const found = since ? await redeemedSince(db, { accountId, since, limit: LIST_LIMIT }) : [];
  const emails = await emailsOf(
    db,
    found.map((one) => one.redeemer_id),
  );
  const redeemedCdkeys = found.map((one) => ({
    id: one.id,
    prefix: one.prefix,
    kind: one.kind,
    amount: one.amount,
    usedAt: one.used_at.toISOString(),
    redeemer: emails.get(one.redeemer_id) ?? `closed: ${one.redeemer_id}`,
  }));
  const lines = redeemedCdkeys.map(
    ({ prefix, kind, amount, usedAt, redeemer }) =>
      `  ${usedAt} ${prefix}… ${amount} ${kind === "ip" ? "IPs" : "GB"} by ${redeemer}`,
  );
  const title = "CDKeys made since the reversed payment and redeemed:";
  return { json: { redeemedCdkeys }, lines: withTitle(title, lines) };
};

interface ShownOrder {
  at: Date;
  orderNo: string;
  sku: string;
  amountCents: number;
  method: string;
  status: string;
  /** Id of the API key that placed the order. */
  apiKeyId: string | null;
  apiKeyName: string | null;
}

/** The newest orders, with the API keys that placed them. */
const ordersSection: LoadSection = async ({ db }, accountId) => {
  const { rows } = await sql<ShownOrder>`
    select created_at as at, order_no as "orderNo", sku, amount_cents as "amountCents", method,
      status, api_key_id as "apiKeyId", api_key_name as "apiKeyName"
    from shop_order where account_id = ${accountId}
    order by created_at desc, id limit ${LIST_LIMIT}`.execute(db);
  const lines = rows.map(({ at, orderNo, sku, amountCents, method, status, ...key }) => {
    const by =
      key.apiKeyId === null ? "" : `, by API key ${inLine(key.apiKeyName ?? "")} (${key.apiKeyId})`;
    return `  ${at.toISOString()} ${orderNo} ${sku}: ${plainMoney(amountCents)} by ${method}, ${status}${by}`;
  });
  return { json: { orders: rows }, lines: withTitle("Orders:", lines) };
};

const withTitle = (title: string, lines: string[]) => (lines.length === 0 ? [] : [title, ...lines]);

const sections: LoadSection[] = [
  balancesSection,
  arrearsSection,
  disputesSection,
  refundsSection,
  cdkeysSection,
  ordersSection,
];

export const showAccount: Command = {
  name: "account show",
  args: "EMAIL",
  help: "Show an account: balances, arrears, debts, disputes and what was taken back, and its orders",
  run: async ({ services, args: [email] }) => {
    const account = await accountOf(services, email);
    const found = await Promise.all(sections.map((part) => part(services, account.id)));
    const own = {
      id: account.id,
      email: account.email,
      disabledAt: account.disabled_at?.toISOString() ?? null,
      disabledReason: account.disabled_reason,
      closedAt: account.closed_at?.toISOString() ?? null,
    };
    const json = Object.assign(own, ...found.map((part) => part.json)) as object;
    const closed = own.closedAt ? `  closed ${own.closedAt}` : "";
    const why = own.disabledReason ? `: ${own.disabledReason}` : "";
    const disabled = own.disabledAt && !own.closedAt ? `  disabled ${own.disabledAt}${why}` : "";
    const title = `${account.email}  ${account.id}${closed}${disabled}`;
    return { ok: true, text: [title, ...found.flatMap((part) => part.lines)].join("\n"), json };
  },
};
