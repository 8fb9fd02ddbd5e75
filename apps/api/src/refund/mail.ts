/** Mails about refunds. */
import { langTag, money, shopSentences } from "@turnpike/locales/shop.ts";
import { contactOf } from "../account/register.ts";
import type { Tx } from "../db/database.ts";
import { queueMail } from "../outside/mail/queue.ts";
import type { Services } from "../services.ts";
import type { Plan } from "./plan.ts";
import type { Subject } from "./subject.ts";

/** Tells how much went back, of what, and where to. */
export async function queueRefundMail(
  services: Services,
  tx: Tx,
  { subject, plan }: { subject: Subject; plan: Plan },
): Promise<void> {
  const { accountId, order, payment } = subject;
  const { to, lang } = await contactOf(tx, accountId);
  const date = new Intl.DateTimeFormat(langTag(lang), { dateStyle: "long", timeZone: "UTC" });
  await queueMail(services, tx, {
    to,
    lang,
    mail: "refund",
    values: {
      amount: money(lang, plan.cents),
      reference: order?.orderNo ?? payment?.id ?? "",
      where: shopSentences(lang).refundTo[payment?.method ?? "wallet"],
      date: date.format(services.world.now()),
      url: `${services.env.publicUrl}/cli/home`,
    },
  });
}

/** Tells where a refund is collected that the provider cannot send by itself. */
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
