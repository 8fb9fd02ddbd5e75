/** Decides on a customer's identity, and tells them by mail (spec/identity#decisions). */
import {
  decidedStage,
  type IdentityDecision,
  type IdentityReason,
  type IdentityStage,
} from "@turnpike/rules/identity.ts";
import { identityReason } from "@turnpike/locales/identity.ts";
import type { MailName } from "@turnpike/locales/mails.ts";
import { setIdentityApproved } from "../../identity/account/account-status.ts";
import { addressesOf } from "../../identity/account/addresses.ts";
import { queueNotice } from "../../identity/account/notice.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { type IdentityCheck, lockCheck, saveCheck } from "./store/checks.ts";

export interface Decided {
  decision: IdentityDecision;
  reason: IdentityReason | null;
  note: string;
  by: string;
}

/** Who decided, where Stripe did. */
export const BY_STRIPE = "stripe";

const mails: Record<IdentityDecision, MailName> = {
  approve: "identityApproved",
  reject: "identityRejected",
  more: "identityMore",
};

/** The dashboard's page where customers prove who they are. */
export const identityUrl = ({ env }: Pick<Services, "env">) => `${env.publicUrl}/cli/identity`;

/** Decides on the identity of an account that the caller has locked. The last decision holds. */
export async function decideIdentity(
  services: Services,
  tx: Tx,
  { accountId, decision, reason, note, by }: Decided & { accountId: string },
): Promise<{ before: IdentityStage; check: IdentityCheck }> {
  const check = await lockCheck(tx, { accountId, provider: "manual" });
  const decided: IdentityCheck = {
    ...check,
    // What the staff decides, no provider's word changes later.
    provider: by === BY_STRIPE ? check.provider : "manual",
    stage: decidedStage[decision],
    // Who is asked for more may hand in again.
    tries: decision === "more" ? 0 : check.tries,
    decidedAt: new Date(services.world.now()),
    decidedBy: by,
    reason: decision === "approve" ? null : reason,
    note,
  };
  await saveCheck(tx, decided);
  const isApproved = decided.stage === "approved";
  if (isApproved || check.stage === "approved")
    await setIdentityApproved(services, tx, accountId, isApproved ? decided.decidedAt : null);
  const { lang } = await addressesOf(tx, accountId);
  const values = {
    ...(decision === "approve" ? {} : { reason: identityReason(lang, reason ?? "other") }),
    url: identityUrl(services),
  };
  await queueNotice(services, tx, accountId, mails[decision], values);
  return { before: check.stage, check: decided };
}
