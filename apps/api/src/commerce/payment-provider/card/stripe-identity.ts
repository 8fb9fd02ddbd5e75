/**
 * Identities by Stripe Identity: a VerificationSession for each check. What counts is always the
 * session as Stripe has it now, never what an event says.
 */
import type { Environment } from "@turnpike/contract/environment.ts";
import type { IdentityReason } from "@turnpike/rules/identity.ts";
import type { Stripe } from "stripe";
import type { IdentityProvider, IdentitySession } from "../identities.ts";
import { nullIfMissing, stripeClient } from "./stripe-api.ts";

type Session = Stripe.Identity.VerificationSession;

/** Our reasons for Stripe's error codes, which are those of a try that failed. */
const reasons: Record<string, IdentityReason> = {
  document_expired: "expired",
  document_type_not_supported: "unsuitable",
  document_unverified_other: "unreadable",
  selfie_document_missing_photo: "selfie",
  selfie_face_mismatch: "selfie",
  selfie_manipulated: "selfie",
  selfie_unverified_other: "selfie",
  id_number_insufficient_document_data: "incomplete",
  id_number_mismatch: "mismatch",
  id_number_unverified_other: "unreadable",
  country_not_supported: "notEligible",
  under_supported_age: "notEligible",
};
/** The person stopped; nothing was checked. */
const stopped = new Set(["abandoned", "consent_declined", "device_not_supported"]);

export function stripeIdentity(env: Environment): IdentityProvider {
  return {
    async begin({ accountId, key, returnUrl }) {
      const stripe = await stripeClient(env);
      const { id, url } = await stripe.identity.verificationSessions.create(
        {
          type: "document",
          options: { document: { require_live_capture: true, require_matching_selfie: true } },
          client_reference_id: accountId,
          metadata: { accountId },
          return_url: returnUrl,
        },
        { idempotencyKey: key },
      );
      if (!url) throw new Error(`Stripe created the identity check ${id} without a page`);
      return { ref: id, url };
    },
    async look(ref) {
      const stripe = await stripeClient(env);
      const session = await nullIfMissing(stripe.identity.verificationSessions.retrieve(ref));
      // With a test key Stripe approves whatever the person chooses.
      return session && (session.livemode || env.lab) ? readSession(session) : null;
    },
    async redact(ref) {
      const stripe = await stripeClient(env);
      const session = await nullIfMissing(stripe.identity.verificationSessions.retrieve(ref));
      if (session && session.redaction === null)
        await stripe.identity.verificationSessions.redact(ref);
    },
  };
}

function readSession({ status, url, redaction, last_error: error }: Session): IdentitySession {
  const plain = { url: null, failed: null };
  if (redaction !== null) return { status: "ended", ...plain };
  if (status === "verified") return { status: "verified", ...plain };
  if (status === "processing") return { status: "processing", ...plain };
  if (status !== "requires_input") return { status: "ended", ...plain };
  const code = error?.code ?? null;
  const failed = code === null || stopped.has(code) ? null : (reasons[code] ?? "other");
  return { status: "open", url, failed };
}

/** The check that an event is about; null if it is about none. */
export function identityOfEvent({ type, data }: Stripe.Event): string | null {
  if (!type.startsWith("identity.verification_session.")) return null;
  const { id } = data.object as { id?: unknown };
  return typeof id === "string" ? id : null;
}
