/** What a customer sets about auto top-up (spec/money#auto-top-up). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { monthOf } from "@turnpike/rules/top-up.ts";
import { lockOpenAccount } from "../../identity/account/account-lock.ts";
import { proveFresh } from "../../identity/credential/fresh-proof.ts";
import { transaction } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { findCard } from "../saved-card/store/cards.ts";
import { spentInMonth } from "../saved-card/store/charges.ts";
import { type AutoTopUp, findAutoTopUp, upsertAutoTopUp } from "./store.ts";

const initial = {
  enabled: false,
  thresholdCents: 1_000,
  amountCents: 5_000,
  monthCents: 20_000,
  cardId: null,
};

export function topUpCalls(services: Services): Pick<Handlers, "autoTopUp"> {
  const { db } = services;
  return {
    async autoTopUp({ password, confirmCode, mfaCode, ...asked }, caller) {
      const { accountId } = caller;
      const { enabled } = asked;
      if (enabled === undefined) return present(services, accountId);
      // Whoever has stolen a session must not charge the card; switching off needs no proof.
      const proof = enabled
        ? await proveFresh(services, caller, { password, confirmCode, mfaCode })
        : null;
      await transaction(db, async (tx) => {
        await services.modules.authentication.lockCaller(tx, caller);
        await lockOpenAccount(tx, accountId);
        await proof?.use(tx);
        const before = (await findAutoTopUp(tx, accountId)) ?? { ...initial, accountId };
        const after = { ...before, ...defined(asked), enabled, accountId };
        if (after.monthCents < after.amountCents)
          throw new Refusal("badAmount", { field: "monthCents" });
        const cardId = after.cardId ?? null;
        const isOwn = cardId !== null && isUuid(cardId);
        const card = isOwn ? await findCard(tx, { id: cardId, accountId }) : null;
        if (enabled && !card) throw new Refusal("cardNotFound");
        await upsertAutoTopUp(tx, { ...after, cardId: card?.id ?? null });
      });
      return present(services, accountId);
    },
  };
}

/** The fields that were sent. */
function defined(
  asked: Partial<Record<keyof typeof initial, unknown>>,
): Partial<Pick<AutoTopUp, "thresholdCents" | "amountCents" | "monthCents" | "cardId">> {
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

async function present({ db, world }: Services, accountId: string) {
  const month = monthOf(world.now());
  const [plan, spentCents] = await Promise.all([
    findAutoTopUp(db, accountId),
    spentInMonth(db, { accountId, month }),
  ]);
  const { enabled, thresholdCents, amountCents, monthCents, cardId } = plan ?? initial;
  const refusals = plan?.refusals ?? 0;
  const stoppedAt = plan?.stoppedAt?.toISOString() ?? null;
  return {
    // Without its card it is at an end, until it is switched on with another one.
    enabled: enabled && cardId !== null,
    thresholdCents,
    amountCents,
    monthCents,
    cardId,
    spentCents,
    refusals,
    stoppedAt,
  };
}
