/** What accounts do with money that may be abuse, each within its own time (spec/operator#signals). */
import {
  accountSignalLimits as atLeast,
  accountSignalMs,
  type AccountSight,
  type AccountSignalName,
  mostOthers,
  smallPaymentCents,
} from "@turnpike/rules/abuse-signals.ts";
import { accountsInDispute } from "../../commerce/dispute/store.ts";
import { accountsWithFree } from "../../commerce/order/store/sales.ts";
import { accountsOfManyCards } from "../../commerce/payment/store/pages.ts";
import { trialSkus } from "../../commerce/product/store/products.ts";
import { accountsOfOneNetwork } from "../../identity/account/store/sign-up-network.ts";
import type { Services } from "../../platform/services.ts";
import { makersForMany } from "../../products/cdkey/store.ts";

const maxDisputes = 500;
/** Accounts listed for each other signal, and trials that are looked at. */
const maxListed = 100;
const maxTrials = 20_000;

/** Returns what was seen of accounts, at least as often as each signal's limit. */
export async function accountSights({
  db,
  world,
}: Pick<Services, "db" | "world">): Promise<AccountSight[]> {
  const since = (name: AccountSignalName) => new Date(world.now() - accountSignalMs[name]);
  const tried = await accountsWithFree(db, {
    skus: await trialSkus(db),
    since: since("trialFarming"),
    limit: maxTrials,
  });
  const farms = await accountsOfOneNetwork(db, {
    accountIds: tried,
    atLeast: atLeast.trialFarming,
    others: mostOthers,
    limit: maxListed,
  });
  const testers = await accountsOfManyCards(db, {
    since: since("cardTesting"),
    mostCents: smallPaymentCents,
    atLeast: atLeast.cardTesting,
    limit: maxListed,
  });
  const resellers = await makersForMany(db, {
    since: since("voucherResale"),
    atLeast: atLeast.voucherResale,
    others: mostOthers,
    limit: maxListed,
  });
  const disputed = await accountsInDispute(db, { since: since("chargeBacks"), limit: maxDisputes });
  return [
    ...disputed.map(({ accountId, disputes: count, cents }): AccountSight => {
      return { signal: "chargeBacks", accountId, count, cents };
    }),
    ...farms.map((farm): AccountSight => ({ signal: "trialFarming", ...farm })),
    ...testers.map((tester): AccountSight => ({ signal: "cardTesting", ...tester })),
    ...resellers.map((reseller): AccountSight => ({ signal: "voucherResale", ...reseller })),
  ];
}
