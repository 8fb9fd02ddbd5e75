/** Tells that auto-renew failed: once for each end, all of an account's in one mail. */
import type { RenewalFailure } from "@turnpike/rules/static-renewal.ts";
import { money } from "@turnpike/locales/shop.ts";
import { contactOf } from "../../identity/account/addresses.ts";
import { debtOf } from "../../ledger/debt.ts";
import type { Tx } from "../../platform/db/database.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import type { Services } from "../../platform/services.ts";
import { emitRenewalFailed } from "./webhook-events.ts";
import { setRenewFailed } from "./store/due.ts";
import { recordEvents } from "./store/events.ts";
import { screenOf } from "./ending.ts";
import type { StaticRow } from "./store/static-ips.ts";
import { endingLine, lines } from "./mail-lines.ts";

/** Writes it down for locked rows, and mails it. */
export async function notifyRenewalFailed(
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
    mail: reason === "inArrears" ? "autoRenewInArrears" : "autoRenewFailed",
    values: {
      owed: money(lang, await debtOf(tx, accountId, "wallet")),
      things: lines(lang, soonest, (row) => endingLine(lang, row)),
      manageUrl: publicUrl + screenOf[first.term],
      url: `${publicUrl}/cli/home?recharge=1`,
    },
  });
}
