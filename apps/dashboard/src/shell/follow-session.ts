/**
 * Keeps this window's session in step with the shared cookie (spec §4): compared when the window
 * becomes visible; an ended session leads to the sign-in page.
 */
import i18next from "i18next";
import type { createBrowserRouter } from "react-router";
import { SIGN_IN } from "../guard.ts";
import { ask, cancelRequests } from "../lib/call.ts";
import {
  closeSession,
  followCookie,
  keepUser,
  onSessionClosed,
  sessionToken,
} from "../lib/session.ts";
import { toast } from "../lib/toast.ts";

/** Long enough to read why one is leaving (spec §4: "after a short delay"). */
const LEAVE_AFTER_MS = 800;

async function adopt(): Promise<void> {
  const user = await ask("member", {});
  keepUser(user);
  location.reload();
}

function compare(): void {
  const transition = followCookie();
  if (transition === "clear" && sessionToken()) {
    toast.warning(i18next.t("ui:signedOutElsewhere"));
    setTimeout(closeSession, LEAVE_AFTER_MS);
  }
  if (transition === "adopt") adopt().catch(() => undefined);
}

/** Starts following; once per window. */
export function followSession(router: ReturnType<typeof createBrowserRouter>): void {
  onSessionClosed(() => {
    cancelRequests();
    void router.navigate(SIGN_IN);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") compare();
  });
  compare();
}
