/** The provider's legal documents (spec/law). */

export const legalKinds = ["terms", "privacy", "refund", "imprint", "aup"] as const;
export type LegalKind = (typeof legalKinds)[number];

/** What customers agree to when they sign up and order; an imprint only informs. */
export const agreedKinds = ["terms", "privacy", "refund", "aup"] as const satisfies LegalKind[];
export type AgreedKind = (typeof agreedKinds)[number];

/** Whether customers agree to documents of this kind. */
export const isAgreedKind = (kind: LegalKind): kind is AgreedKind => kind !== "imprint";

/** The longest document, in characters. */
export const maxLegalText = 100_000;

const dayMs = 86_400_000;
/** How long customers may buy without the consent that a new version asks for. */
const consentGraceMs = 30 * dayMs;

/** A version that asks for consent, and when the account signed up. Instants are milliseconds. */
export interface AskedConsent {
  publishedAt: number;
  signedUpAt: number;
}

/** When buying ends without the consent: 30 days after the later of publication and sign-up. */
export const buyingEndsAt = ({ publishedAt, signedUpAt }: AskedConsent): number =>
  Math.max(publishedAt, signedUpAt) + consentGraceMs;

/** An account may export its data once in this time. */
export const exportEveryMs = dayMs;

/** When an account that exported its data may do so again. */
export const nextExportAt = (exportedAt: number): number => exportedAt + exportEveryMs;
