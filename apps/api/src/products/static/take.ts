/** Takes static IPs, long or short term. One transaction: all of them or nothing. */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { renewedUntil } from "@turnpike/rules/static-ip.ts";
import { decideTake } from "@turnpike/rules/static-take.ts";
import type { Tx } from "../../platform/db/database.ts";
import { hasFree, type TakenExit, takeExits } from "../../inventory/exit/store/static-stock.ts";
import type { Caller } from "../../platform/http/handler.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import { post } from "../../ledger/post.ts";
import { customerLines } from "../../commerce/order/grant.ts";
import type { Order } from "../../commerce/order/store.ts";
import { LETTERS_AND_DIGITS, randomText } from "../../platform/random-text.ts";
import type { Services } from "../../platform/services.ts";
import { verifierOf } from "../sub-account/resources.ts";
import { creditAsset, creditsUsedBucket, lockCredits } from "./credits.ts";
import { RANDOM_PASSWORD_LENGTH } from "./edit.ts";
import { orderCredits } from "./order-credits.ts";
import { recordEvents } from "./store/events.ts";
import { insertStatics, type NewStatic, type StaticRow } from "./store/static-ips.ts";

export interface TakeStaticsOptions {
  term: StaticTerm;
  days: number;
  num: number;
  country: string;
  city?: string | undefined;
  account?: string | undefined;
  password?: string | undefined;
  /** Pays for missing credits. */
  pay?: "wallet" | undefined;
}
export interface TakeStaticsResult {
  rows: StaticRow[];
  /** Credits the account already had; the others were bought by the order. */
  creditsUsed: number;
  order: Order | null;
}

/**
 * Takes static IPs; the caller has locked the open account. Exits are taken last, because other
 * transactions that look for one then wait until this one ends.
 * @throws Refusal insufficientStock, insufficientCredits, insufficientBalance
 */
export async function takeStatics(
  services: Services,
  tx: Tx,
  { accountId }: Caller,
  options: TakeStaticsOptions,
): Promise<TakeStaticsResult> {
  const { world } = services;
  const takers = Array.from({ length: options.num }, () => world.id());
  const { term, country, city, num } = options;
  const now = new Date(world.now());
  const request = { term, country, city, now };
  const tooFew = new Refusal("insufficientStock", { short: "stock" });
  // Refuse a request beyond the stock first, whatever the account has (spec/static#taking).
  if (!(await hasFree(tx, request, num))) throw tooFew;
  const paid = await pay(services, tx, accountId, options);
  const exits = await takeExits(tx, { ...request, takers });
  if (exits === null) throw tooFew;
  const rows = newRows(services, accountId, options, { takers, exits, now });
  await insertStatics(tx, rows);
  await recordEvents(services, tx, rows, { action: "taken" });
  await recordChanges(
    tx,
    takers.map((id) => ({ kind: "staticIp", id })),
  );
  return { ...paid, rows: rows.map((row) => ({ ...row, ...initialColumns })) };
}

/** Uses one credit per IP. Missing ones are ordered first, at the price of the missing quantity. */
async function pay(
  services: Services,
  tx: Tx,
  accountId: string,
  { term, days, num, country, city, pay }: TakeStaticsOptions,
): Promise<Pick<TakeStaticsResult, "creditsUsed" | "order">> {
  const asset = creditAsset({ term, days });
  const credits = await lockCredits(tx, { accountId, term, days });
  const verdict = decideTake({ num, credits, payByWallet: pay === "wallet" });
  if (!verdict.take) throw new Refusal(verdict.why, { short: asset });
  const { bought } = verdict;
  const wanted = { term, days, accountId, bought };
  const placed = bought > 0 ? await orderCredits(services, tx, wanted, { method: "wallet" }) : null;
  const { world } = services;
  await post(tx, {
    key: `staticTaken:${world.id()}`,
    kind: "staticTaken",
    ref: city ? `${country} ${city}` : country,
    at: world.now(),
    lines: customerLines(accountId, { asset, amount: -num, operatorBucket: creditsUsedBucket }),
  });
  return { creditsUsed: verdict.credits, order: placed?.order ?? null };
}

/** Column values of a new row. */
const initialColumns = {
  auto_renew: false,
  renew_failed_for: null,
  replacements: 0,
  swaps: 0,
  released_at: null,
  deleted_at: null,
} satisfies Partial<StaticRow>;

const RANDOM_NAME_LENGTH = 10;

/** All IPs of a call get one name and password: the given ones, else random ones. */
function newRows(
  { world, seal }: Services,
  accountId: string,
  { term, days, account, password }: TakeStaticsOptions,
  { takers, exits, now }: { takers: string[]; exits: TakenExit[]; now: Date },
): NewStatic[] {
  const name = account ?? randomText(world, LETTERS_AND_DIGITS, RANDOM_NAME_LENGTH);
  const secret = password ?? randomText(world, LETTERS_AND_DIGITS, RANDOM_PASSWORD_LENGTH);
  const verifier = verifierOf(name, secret);
  const expires_at = new Date(renewedUntil(now.getTime(), days));
  return exits.map((exit, n) => ({
    ...exit,
    id: takers[n] ?? "",
    account_id: accountId,
    term,
    days,
    started_at: now,
    expires_at,
    name,
    sealed_password: seal.seal(secret),
    verifier,
    whitelist: [],
    remark: "",
  }));
}
