/** What customers see of the affiliate programme: figures, tables and the chart. */
import type { CallResponse } from "@turnpike/contract/call.ts";
import type { Calls } from "@turnpike/contract/calls.ts";
import { profitStatus } from "@turnpike/rules/affiliate-profit.ts";
import { maskEmail } from "@turnpike/rules/mask-email.ts";
import { dayMs, lastDays } from "@turnpike/rules/statistics.ts";
import { inviteCodeOf } from "../../identity/account/invite-code.ts";
import { emailsOf } from "../../identity/account/store/contacts.ts";
import { countInvited, invitedByDay, invitedPage } from "../../identity/account/store/invited.ts";
import { balanceOf } from "../../ledger/balances.ts";
import { debtOf } from "../../ledger/debt.ts";
import { ratesOf } from "../../platform/rates/rates.ts";
import type { Services } from "../../platform/services.ts";
import { findProfits, type ProfitRow } from "./store/profits.ts";
import { profitByBuyer, profitByDay, transactionCents } from "./store/profit-sums.ts";
import { type Withdrawal, withdrawalSums } from "./store/withdrawals.ts";

interface Page {
  page: number;
  limit: number;
}

/** The link to the sign-up page with an invite code. */
export function shareUrl({ env }: Services, code: string): string {
  return `${env.publicUrl}/index/register?code=${encodeURIComponent(code)}`;
}

/** A closed account no longer has an e-mail address. */
const masked = (email: string | null | undefined) => maskEmail(email ?? "");

export async function figures(
  services: Services,
  accountId: string,
): Promise<CallResponse<Calls["shareInfo"]>> {
  const { db } = services;
  const rates = ratesOf(services);
  const bucket = (name: string) =>
    balanceOf(db, { owner: accountId, asset: "profit", bucket: name });
  const [inviteCode, invitations, transactions, main, frozen, debt, withdrawals] =
    await Promise.all([
      inviteCodeOf(db, accountId),
      countInvited(db, accountId),
      transactionCents(db, accountId),
      bucket("main"),
      bucket("frozen"),
      debtOf(db, accountId, "profit"),
      withdrawalSums(db, accountId),
    ]);
  return {
    inviteCode,
    shareUrl: shareUrl(services, inviteCode),
    invitations,
    transactionCents: transactions,
    withdrawableCents: main - debt,
    cashedOutCents: withdrawals.paidCents,
    frozenCents: frozen,
    pendingCents: withdrawals.pendingCents,
    orderPercent: rates.affiliateOrderPercent,
    renewalPercent: rates.affiliateRenewalPercent,
    freezeDays: rates.freezeDays,
    cryptoMinCents: rates.withdrawMinCents,
    feePercent: rates.withdrawFeePercent,
    feeMinCents: rates.withdrawFeeMinCents,
  };
}

export function presentWithdrawal(
  row: Withdrawal,
): CallResponse<Calls["profitRecord"]>["items"][number] {
  const { accountId: _own, at, decidedAt, ...rest } = row;
  return { ...rest, at: at.toISOString(), decidedAt: decidedAt?.toISOString() ?? null };
}

function presentProfit(row: ProfitRow, emails: Map<string, string>) {
  return {
    id: row.id,
    paidAt: row.paidAt.toISOString(),
    registerEmail: masked(emails.get(row.buyerId)),
    orderAmountCents: row.orderCents,
    orderNo: row.orderNo,
    renewal: row.renewal,
    percent: row.percent,
    freezeEndAt: row.freezeEndsAt?.toISOString() ?? null,
    profitCents: row.earnedCents - row.deductedCents,
    deductedCents: row.deductedCents,
    status: profitStatus(row),
  };
}

export async function profitPage(
  { db }: Services,
  filter: Parameters<typeof findProfits>[1],
  { page, limit }: Page,
): Promise<CallResponse<Calls["profitList"]>> {
  const { rows, total } = await findProfits(db, filter, { page, limit });
  const emails = await emailsOf(
    db,
    rows.map(({ buyerId }) => buyerId),
  );
  return { items: rows.map((row) => presentProfit(row, emails)), total, page, limit };
}

export async function invitationPage(
  { db }: Services,
  accountId: string,
  { page, limit }: Page,
): Promise<CallResponse<Calls["invitations"]>> {
  const [invited, total] = await Promise.all([
    invitedPage(db, accountId, { page, limit }),
    countInvited(db, accountId),
  ]);
  const ids = invited.map(({ id }) => id);
  const profits = await profitByBuyer(db, accountId, ids);
  const nothing = { orders: 0, transactionCents: 0, profitCents: 0 };
  const items = invited.map(({ id, registeredAt, email }) => ({
    id,
    registeredAt: registeredAt.toISOString(),
    registerEmail: masked(email),
    ...(profits.get(id) ?? nothing),
  }));
  return { items, total, page, limit };
}

/** One item per day, including today, without gaps; profit counts on the day of payment. */
export async function chart(
  { db, world }: Services,
  accountId: string,
  days: number,
): Promise<CallResponse<Calls["shareChart"]>> {
  const { from, to } = lastDays({ now: world.now(), days, by: "day" });
  const span = { accountId, from: new Date(from) };
  const [invited, profit] = await Promise.all([invitedByDay(db, span), profitByDay(db, span)]);
  const steps = Array.from({ length: (to - from) / dayMs }, (_, step) => from + step * dayMs);
  const items = steps.map((at) => {
    const day = new Date(at).toISOString().slice(0, 10);
    return { day, invitations: invited.get(day) ?? 0, profitCents: profit.get(day) ?? 0 };
  });
  return { items };
}
