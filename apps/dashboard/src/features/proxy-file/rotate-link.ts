/**
 * The link that changes a proxy's address, for programs (spec/api#rotate); undefined without a token,
 * and for people who see none.
 */
export const rotateLink = (token: string | null): string | undefined =>
  token === null || token.includes("•")
    ? undefined
    : `${window.location.origin}/rotate?token=${token}`;
