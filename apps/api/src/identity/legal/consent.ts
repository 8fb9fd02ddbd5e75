/** Consent at sign-up and with orders, and buying without one (spec/law#consent). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { agreedKinds, buyingEndsAt } from "@turnpike/rules/legal.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { refuseUnprovedDisposable } from "../disposable-mail/judge.ts";
import { findById } from "../account/store/account.ts";
import { askedOf } from "./asked.ts";
import { type Given, recordCurrent } from "./store/consents.ts";

type Who = Pick<Caller, "ip" | "lang">;

/** Where and when somebody agreed; the network is kept as a keyed hash. */
export const given = (
  { seal, world }: Pick<Services, "seal" | "world">,
  { ip }: Pick<Who, "ip">,
) => ({
  at: new Date(world.now()),
  network: seal.lookup("consentNetwork", networkOf(ip)),
});

/** Records what a new customer agreed to, in the transaction of the sign-up. */
export function recordSignUp(
  services: Services,
  tx: Tx,
  { accountId, caller }: { accountId: string; caller: Who },
): Promise<void> {
  const { lang } = caller;
  const source = "signUp";
  return recordCurrent(tx, agreedKinds, { ...given(services, caller), accountId, lang, source });
}

/** What binds a buyer to the terms of the day, by the transaction of the call. */
const buyers = new WeakMap<Tx, Omit<Given, "source" | "orderNo">>();
const addresses = new WeakMap<Tx, string>();

/** The client's address of the purchase that runs in this transaction; null for automatic ones. */
export const buyingFrom = (tx: Tx): string | null => addresses.get(tx) ?? null;

/**
 * Called before a purchase: refuses it if a consent is missing for too long.
 * @throws Refusal consentNeeded, verifyEmail
 */
export async function beforeBuying(
  services: Services,
  tx: Tx,
  caller: Pick<Caller, "accountId" | "ip" | "lang">,
): Promise<void> {
  const { accountId, lang } = caller;
  addresses.set(tx, caller.ip);
  buyers.set(tx, { ...given(services, caller), accountId, lang });
  await refuseUnprovedDisposable(services, tx, accountId);
  const asked = await askedOf(services, tx, accountId);
  if (asked.length === 0) return;
  const signedUpAt = (await findById(tx, accountId))?.created_at.getTime() ?? 0;
  const now = services.world.now();
  const overdue = asked.filter(
    ({ publishedAt }) => now >= buyingEndsAt({ publishedAt, signedUpAt }),
  );
  if (overdue.length === 0) return;
  const documents = overdue.map(({ kind, version }) => ({ kind, version }));
  throw new Refusal("consentNeeded", { documents });
}

/** Records the terms that an order was placed under; automatic orders of jobs have no buyer. */
export async function recordOrder(
  tx: Tx,
  { accountId, orderNo }: { accountId: string; orderNo: string },
): Promise<void> {
  const buyer = buyers.get(tx);
  if (buyer?.accountId !== accountId) return;
  await recordCurrent(tx, ["terms", "refund"], { ...buyer, source: "order", orderNo });
}
