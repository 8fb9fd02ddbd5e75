/** Notifies an account's holder of arrears, by mail and webhooks (spec/money#arrears). */
import { money } from "@turnpike/locales/shop.ts";
import { trafficEndsAt } from "@turnpike/rules/arrears.ts";
import type { ArrearsListener } from "../../platform/arrears.ts";
import { emitEvent } from "../../platform/modules.ts";
import { addressesOf } from "./addresses.ts";
import { lockAccount } from "./account-lock.ts";
import { minuteText, queueNotice } from "./notice.ts";

/** Does nothing for closed accounts. */
export const announceArrears: ArrearsListener = async (services, tx, changed) => {
  const { accountId, change, cents, since } = changed;
  const account = await lockAccount(tx, accountId);
  if (!account || account.closed) return;
  const { publicUrl } = services.env;
  const endsAt = since && trafficEndsAt(since.getTime());
  if (since === null || endsAt === null) {
    await queueNotice(services, tx, accountId, "arrearsEnded", {
      homeUrl: `${publicUrl}/cli/home`,
    });
  } else {
    const { lang } = await addressesOf(tx, accountId);
    await queueNotice(services, tx, accountId, "arrears", {
      owed: money(lang, cents),
      time: minuteText(since.getTime()),
      until: minuteText(endsAt),
      payUrl: `${publicUrl}/cli/home?recharge=1`,
    });
  }
  const data = {
    state: change,
    cents,
    since: since?.toISOString() ?? null,
    trafficEndsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
  };
  await emitEvent(services, tx, { accountId, event: "account.arrears", data });
};
