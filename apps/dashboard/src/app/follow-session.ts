/**
 * Keeps this window's session in step with the shared cookie and with other windows
 * (spec/dashboard#shared-cookie): compared at the start and when the window becomes visible, and at
 * once where another window of this browser changes it; an ended session leads to the sign-in page.
 */
import i18next from "i18next";
import type { createBrowserRouter } from "react-router";
import { ask, CallRefused, cancelRequests } from "../lib/call.ts";
import { forgetNext, keepNext } from "../lib/next-path.ts";
import {
  accountView,
  claimSession,
  type Ending,
  endSession,
  followCookie,
  followWindows,
  forgetCookie,
  onSessionClosed,
  openSession,
  sessionToken,
  sessionUser,
  sharedCookie,
} from "../lib/session.ts";
import { signInPage } from "../lib/sign-in-page.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";

/** Long enough to read why one is leaving (spec/dashboard#shared-cookie: "after a short delay"). */
const LEAVE_AFTER_MS = 800;
/** The reload that follows says whose account it is now. */
const ADOPTED = "turnpike.adopted";

/** What only a browser can do. */
export interface Leaving {
  reload(): void;
  assign(url: string): void;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const tellWhose = () =>
  toast.notice(i18next.t("ui:nowSignedInAs", { email: sessionUser()?.email ?? "" }));

/**
 * Takes over the cookie's session once the API has said whose it is; until then, and where no
 * answer comes, the present one stays. Answers whether it was taken over.
 */
async function adopt(): Promise<boolean> {
  const [token, before] = [sharedCookie() ?? "", sessionToken()];
  const unchanged = () => sharedCookie() === token && sessionToken() === before;
  try {
    const user = await ask("member", {}, { as: token });
    if (!unchanged()) return false;
    openSession(token, user);
    return true;
  } catch (error) {
    const dead = error instanceof CallRefused && error.code === 300;
    if (!dead || !unchanged()) return false;
    // spec/dashboard#shared-cookie, spec/dashboard#answers: code 300 ends the session, and the
    // cookie is null.
    if (before) endSession(before, "elsewhere");
    else forgetCookie();
    return false;
  }
}

/**
 * The comparison at the start, before the first screen is chosen: it resolves when it is clear
 * whose session this is.
 */
export async function settleSession(): Promise<void> {
  if (accountView()) return;
  claimSession();
  if (sessionStorage.getItem(ADOPTED)) tellWhose();
  sessionStorage.removeItem(ADOPTED);
  const before = sessionToken();
  const transition = followCookie();
  if (transition === "adopt" && (await adopt())) tellWhose();
  if (transition === "clear") endSession(before, "elsewhere");
  if (!before || sessionToken()) return;
  toast.warning(i18next.t("ui:signedOutElsewhere"));
  await pause(LEAVE_AFTER_MS);
}

/** The screens on show are another account's: everything starts afresh, and says whose it is. */
function startAfresh(leaving: Leaving): void {
  sessionStorage.setItem(ADOPTED, "1");
  leaving.reload();
}

function compare(leaving: Leaving): void {
  if (accountView()) return;
  const others = followWindows();
  if (others === "replaced") return startAfresh(leaving);
  if (others === "ended") return;
  const transition = followCookie();
  if (transition === "clear") endSession(sessionToken(), "elsewhere");
  if (transition === "adopt") void adopt().then((taken) => taken && startAfresh(leaving));
}

const words = { ended: "ui:sessionEnded", elsewhere: "ui:signedOutElsewhere" } as const;
const needsSession = (path: string) => path.startsWith("/cli") || path === "/index/loading";

/** What follows the end of a session: nothing is waited for any more, and one signs in again. */
function leave(
  why: Ending,
  router: Pick<ReturnType<typeof createBrowserRouter>, "navigate">,
  leaving: Leaving,
): void {
  cancelRequests();
  const here = location.pathname + location.search;
  if (why === "signedOut") forgetNext();
  else {
    keepNext(here);
    toast.warning(i18next.t(words[why]));
  }
  if (!needsSession(location.pathname)) return;
  const { external, url } = signInPage(why === "signedOut" ? "/" : here);
  const go = () => {
    if (sessionToken()) return;
    if (external) leaving.assign(url);
    else void router.navigate(url);
  };
  const isRead = why === "elsewhere" || (why === "ended" && external);
  if (isRead) setTimeout(go, LEAVE_AFTER_MS);
  else go();
}

/** Starts following; once per window. */
export function followSession(
  router: Pick<ReturnType<typeof createBrowserRouter>, "navigate">,
  leaving: Leaving = location,
): void {
  onSessionClosed((why) => leave(why, router, leaving));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") compare(leaving);
  });
  // Another window of this browser has written; `key` is null where all was cleared.
  window.addEventListener("storage", ({ key }) => {
    if (key === null || key === "turnpike.session") compare(leaving);
  });
}
