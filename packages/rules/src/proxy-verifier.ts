/**
 * What gateways check a proxy password against (spec/gateway#verifiers). Both forms are made of the
 * name in lower case and the password:
 *
 *     fast: hex SHA-256 of `name:password`
 *     slow: `s1.SALT.HASH`, the scrypt hash of those 32 bytes, in base64url
 */

/** The cost of `s1`: 1 MiB and about 2.5 ms, so that a million guesses take 40 minutes. */
export const slowCost = { N: 1_024, r: 8, p: 1 } as const;
export const slowSaltBytes = 16;
export const slowHashBytes = 32;

const slowPattern = /^s1\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/** Whether a verifier is a fast one. */
export function isFastVerifier(verifier: string): boolean {
  return verifier.length === 64;
}

/** Writes a slow verifier; both parts are base64url without padding. */
export function slowVerifier(salt: string, hash: string): string {
  return `s1.${salt}.${hash}`;
}

/** The parts of a slow verifier in base64url; null if it is none that this version knows. */
export function readSlowVerifier(verifier: string): { salt: string; hash: string } | null {
  const [, salt, hash] = slowPattern.exec(verifier) ?? [];
  return salt === undefined || hash === undefined ? null : { salt, hash };
}
