/** The provider's legal documents (spec/law). */

export const legalKinds = ["terms", "privacy", "refund", "imprint", "aup"] as const;
export type LegalKind = (typeof legalKinds)[number];

/** What customers agree to when they sign up and order; an imprint only informs. */
export const agreedKinds = ["terms", "privacy", "refund", "aup"] as const satisfies LegalKind[];
type AgreedKind = (typeof agreedKinds)[number];

/** Whether customers agree to documents of this kind. */
export const isAgreedKind = (kind: LegalKind): kind is AgreedKind => kind !== "imprint";

/** The longest document, in characters. */
export const maxLegalText = 100_000;
