/**
 * The navigation guard (spec/dashboard#navigation-guard): decides where a navigation goes, as a
 * pure function.
 */
import { SIGN_IN, SIGNED_IN } from "../../lib/sign-in-page.ts";

export type Access = "visitor" | "anyone" | "customer";
export type Verdict = { pass: true } | { pass: false; to: string };

/** Decides in the specified order: auto-login routes, sign-in pages, public ones, then the session. */
export function decideNavigation(navigation: {
  access: Access;
  autoLogin?: boolean;
  hasSession: boolean;
}): Verdict {
  if (navigation.autoLogin) return { pass: true };
  if (navigation.access === "visitor" && navigation.hasSession)
    return { pass: false, to: SIGNED_IN };
  if (navigation.access !== "customer") return { pass: true };
  return navigation.hasSession ? { pass: true } : { pass: false, to: SIGN_IN };
}
