/** Limits how many sub-accounts an account may create (spec/limits#caps). */
import { subAccountCap, subAccountDayMs } from "@turnpike/rules/sub-account-cap.ts";
import { remainingUnderCap } from "../../identity/account/cap.ts";
import type { Tx } from "../../platform/db/database.ts";
import { hasPaidOrder } from "../../commerce/order/store.ts";
import { hasPaidPayment } from "../../commerce/payment/store/payments.ts";
import type { Services } from "../../platform/services.ts";
import { countLive, countMade } from "./store/counts.ts";

/**
 * Ensures that one more may be created, until the transaction ends.
 * @throws Refusal tooMany
 */
export async function refuseBeyondCap({ world }: Services, tx: Tx, accountId: string) {
  const paid = (await hasPaidPayment(tx, accountId)) || (await hasPaidOrder(tx, accountId));
  const { limit, counts } = subAccountCap(paid);
  const since = new Date(world.now() - subAccountDayMs);
  const ever = () => countMade(tx, { accountId, since: null, most: limit });
  const live = async () =>
    Math.max(
      await countLive(tx, { accountId, most: limit }),
      await countMade(tx, { accountId, since, most: limit }),
    );
  const count = counts === "ever made" ? ever : live;
  await remainingUnderCap(tx, { accountId, of: "sub-accounts", limit, count });
}
