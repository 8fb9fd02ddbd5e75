/** Where visitors without a session are sent: the dashboard's page, or the one in SIGNIN_URL. */

/** The sign-in page. */
export const SIGN_IN = "/index/login";
/** Where signed-in users are sent from the sign-in pages; it redirects to the home page. */
export const SIGNED_IN = "/cli/user";

/**
 * An external page (whose URL the API writes into the document) gets this dashboard's URL to return
 * to. `from` is a path or URL of this origin; any other is omitted.
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
