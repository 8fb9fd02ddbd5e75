/**
 * The navigation guard (spec/dashboard#navigation-guard): which way a navigation goes, as a pure
 * decision.
 */

export type Access = "visitor" | "anyone" | "customer";
export type Verdict = { pass: true } | { pass: false; to: string };

/** Where people without a session are sent. */
export const SIGN_IN = "/index/login";
/** Where people with one are sent from the sign-in pages; it leads on to home. */
export const SIGNED_IN = "/cli/user";

/** Decides in the specified order: auto-login routes, sign-in pages, public ones, then the session. */
export function decideNavigation(asked: {
  access: Access;
  autoLogin?: boolean;
  hasSession: boolean;
}): Verdict {
  if (asked.autoLogin) return { pass: true };
  if (asked.access === "visitor" && asked.hasSession) return { pass: false, to: SIGNED_IN };
  if (asked.access !== "customer") return { pass: true };
  return asked.hasSession ? { pass: true } : { pass: false, to: SIGN_IN };
}
