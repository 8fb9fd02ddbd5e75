/** Which sign-ins the account holder is notified of. */

export interface SignInHistory {
  network: boolean;
  device: boolean;
  country: boolean;
}

/**
 * Returns whether a sign-in comes from an unknown network, and either from an unknown device or
 * from an unknown country. Addresses alone change daily; a browser alone is too common.
 */
export function isNewSignIn(history: SignInHistory): boolean {
  return !history.network && !(history.device && history.country);
}
