/** Which sign-ins the holder is told of. */

export interface SeenBefore {
  network: boolean;
  device: boolean;
  country: boolean;
}

/**
 * True where somebody signs in from a network that was not seen before, and either by a device or
 * in a country that was not. An address alone changes every day; a browser alone is everybody's.
 */
export function isNewSignIn(seen: SeenBefore): boolean {
  return !seen.network && !(seen.device && seen.country);
}
