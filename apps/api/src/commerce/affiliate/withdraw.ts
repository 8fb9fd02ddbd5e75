/** Withdraws profit: to the wallet at once, in crypto once the operator has paid it. */
import { money } from "@turnpike/locales/shop.ts";
import { addressesOf } from "../../identity/account/addresses.ts";
import { queueNotice } from "../../identity/account/notice.ts";
import type { Tx } from "../../platform/db/database.ts";
import { lockDebt } from "../../ledger/debt.ts";
import { type Line, post } from "../../ledger/post.ts";
import type { Services } from "../../platform/services.ts";
import { creditWithdrawableProfit, type EntryHeading, profitLine } from "./book.ts";
import { insertWithdrawal, isKnownAddress, type Withdrawal } from "./store/withdrawals.ts";

/** The bucket that holds a pending withdrawal's amount. */
const withdrawalBucket = ({ id }: Withdrawal) => `withdrawal:${id}`;
/** The operator's bucket for withdrawn profit, fees included. */
const OPERATOR_BUCKET = "cashedOut";

const walletLine = (owner: string | null, bucket: string, amount: number): Line => ({
  owner,
  asset: "wallet",
  bucket,
  amount,
});

export type WithdrawalRequest = Pick<
  Withdrawal,
  "accountId" | "target" | "amountCents" | "feeCents" | "contact" | "walletAddress"
>;

/**
 * Withdraws profit from `main`; mails the account holder if the payout address is new.
 * @throws Refusal insufficientBalance (`short` profit)
 */
export async function withdraw(
  services: Services,
  tx: Tx,
  request: WithdrawalRequest,
): Promise<Withdrawal> {
  const now = new Date(services.world.now());
  const atOnce = request.target === "balance";
  const withdrawal: Withdrawal = {
    ...request,
    id: services.world.id(),
    status: atOnce ? "paid" : "pending",
    reason: "",
    at: now,
    decidedAt: atOnce ? now : null,
  };
  const key = `withdrawal:${withdrawal.id}`;
  const { target: ref } = withdrawal;
  const heading = { key, kind: "withdrawal", ref, at: now.getTime() } as const;
  await lockDebt(tx, request.accountId, "profit");
  if (atOnce) await postToWallet(tx, withdrawal, heading);
  else await postHold(tx, withdrawal, heading);
  const isNew = !atOnce && !(await isKnownAddress(tx, withdrawal));
  await insertWithdrawal(tx, withdrawal);
  if (isNew) await mailNewAddress(services, tx, withdrawal);
  return withdrawal;
}

/** Warns the holder, who can stop the pending withdrawal if the account was taken over. */
async function mailNewAddress(services: Services, tx: Tx, withdrawal: Withdrawal): Promise<void> {
  const { accountId, amountCents, walletAddress } = withdrawal;
  const { lang } = await addressesOf(tx, accountId);
  const values = { amount: money(lang, amountCents), walletAddress };
  await queueNotice(services, tx, accountId, "withdrawalAddress", values);
}

/** Moves profit to the wallet in one entry; refused to accounts in arrears (spec/money#arrears). */
async function postToWallet(tx: Tx, withdrawal: Withdrawal, heading: EntryHeading): Promise<void> {
  const { accountId, amountCents } = withdrawal;
  await post(tx, {
    ...heading,
    lines: [
      profitLine(accountId, "main", -amountCents),
      profitLine(null, OPERATOR_BUCKET, amountCents),
      walletLine(null, "affiliate", -amountCents),
      walletLine(accountId, "main", amountCents),
    ],
  });
}

async function postHold(tx: Tx, withdrawal: Withdrawal, heading: EntryHeading): Promise<void> {
  const { accountId, amountCents } = withdrawal;
  const lines = [
    profitLine(accountId, "main", -amountCents),
    profitLine(accountId, withdrawalBucket(withdrawal), amountCents),
  ];
  await post(tx, { ...heading, lines });
}

/** Posts that what a pending withdrawal held has been paid. */
export async function postPaid(tx: Tx, withdrawal: Withdrawal, at: number): Promise<void> {
  const { id, accountId, amountCents, target } = withdrawal;
  const lines = [
    profitLine(accountId, withdrawalBucket(withdrawal), -amountCents),
    profitLine(null, OPERATOR_BUCKET, amountCents),
  ];
  await post(tx, { key: `withdrawalPaid:${id}`, kind: "withdrawal", ref: target, at, lines });
}

/** Returns what a pending withdrawal held to the account; profit debts are paid first. */
export async function postRejected(tx: Tx, withdrawal: Withdrawal, at: number): Promise<void> {
  const { id, accountId, amountCents, target } = withdrawal;
  const key = `withdrawalRejected:${id}`;
  const heading = { key, kind: "withdrawalRejected", ref: target, at } as const;
  const from = profitLine(accountId, withdrawalBucket(withdrawal), -amountCents);
  await creditWithdrawableProfit(tx, accountId, { heading, cents: amountCents, from });
}
