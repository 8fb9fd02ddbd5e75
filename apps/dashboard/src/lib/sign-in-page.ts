/** Where people without a session are sent: our page, or the one that SIGNIN_URL names. */

/** Where people without a session are sent. */
export const SIGN_IN = "/index/login";
/** Where people with a session are sent from the sign-in pages; it redirects to home. */
export const SIGNED_IN = "/cli/user";

/**
 * An external page (which the API writes into ours) gets our address, to return to. `from` is
 * a path or address of this origin; any other is left out.
 */
export function signInPage(from: string): { external: boolean; url: string } {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="sign-in-url"]');
  const external = meta?.content ?? "";
  if (!URL.canParse(external)) return { external: false, url: SIGN_IN };
  const url = new URL(external);
  const back = new URL(from, location.origin);
  if (back.origin === location.origin) url.searchParams.set("from", back.href);
  return { external: true, url: url.href };
}
