/** Mails about refunds. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { langTag, money, shopSentences } from "@turnpike/locales/shop.ts";
import { contactOf } from "../../identity/account/addresses.ts";
import type { Tx } from "../../platform/db/database.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import type { Services } from "../../platform/services.ts";
import type { Refund } from "./store/refunds.ts";
import type { RefundSubject } from "./subject.ts";

/** Mails how much was refunded, of what, and where the money goes. */
export async function queueRefundMail(
  services: Services,
  tx: Tx,
  { subject, cents }: { subject: RefundSubject; cents: number },
): Promise<void> {
  const { accountId, payment } = subject;
  const { to, lang } = await contactOf(tx, accountId);
  const where = shopSentences(lang).refundTo[payment?.method ?? "wallet"];
  const values = { ...whatOf(services, lang, { subject, cents }), where };
  await queueMail(services, tx, { to, lang, mail: "refund", values });
}

/** Mails that a refund was undone, and why, so that the customer does not wait for the money. */
export async function queueUndoneMail(
  services: Services,
  tx: Tx,
  { subject, refund }: { subject: RefundSubject; refund: Pick<Refund, "cents" | "kind"> },
): Promise<void> {
  const { to, lang } = await contactOf(tx, subject.accountId);
  const because = shopSentences(lang).refundUndone[refund.kind];
  const cents = refund.cents ?? 0;
  const values = { ...whatOf(services, lang, { subject, cents }), because };
  await queueMail(services, tx, { to, lang, mail: "refundUndone", values });
}

/** The amount, what it was for, the date, and where to see it. */
function whatOf(
  { world, env }: Services,
  lang: Lang,
  { subject: { order, payment }, cents }: { subject: RefundSubject; cents: number },
) {
  const date = new Intl.DateTimeFormat(langTag(lang), { dateStyle: "long", timeZone: "UTC" });
  return {
    amount: money(lang, cents),
    reference: order?.orderNo ?? payment?.id ?? "",
    date: date.format(world.now()),
    url: `${env.publicUrl}/cli/home`,
  };
}

/** Mails where to collect a refund that the provider cannot send by itself. */
export async function queueClaimMail(
  services: Services,
  tx: Tx,
  claim: { accountId: string; cents: number; reference: string; claimUrl: string },
): Promise<void> {
  const { to, lang } = await contactOf(tx, claim.accountId);
  await queueMail(services, tx, {
    to,
    lang,
    mail: "refundClaim",
    values: {
      amount: money(lang, claim.cents),
      reference: claim.reference,
      url: claim.claimUrl,
    },
  });
}
