/**
 * Keeps this window's session in step with the shared cookie and with other windows
 * (spec/dashboard#shared-cookie): checks at the start, when the window becomes visible, and at once
 * when another window of this browser changes them. An ended session leads to sign-in.
 */
import i18next from "i18next";
import type { createBrowserRouter } from "react-router";
import { callApi, CallRefused, cancelRequests } from "../lib/call.ts";
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
import { tabStore } from "@turnpike/ui/lib/storage.ts";

/** Time to read why the screen changes (spec/dashboard#shared-cookie: "after a short delay"). */
const LEAVE_AFTER_MS = 800;
/** Set before a reload; the reloaded page then says whose account it shows. */
const ADOPTED = "app.adopted";

/** Page navigations, which tests replace. */
export interface PageNavigation {
  reload(): void;
  assign(url: string): void;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const announceAccount = () =>
  toast.notice(i18next.t("ui:nowSignedInAs", { email: sessionUser()?.email ?? "" }));

/**
 * Adopts the cookie's session once the API has said whose it is; until then, and if no answer
 * comes, the present session stays. Returns whether it was adopted.
 */
async function adopt(): Promise<boolean> {
  const [token, before] = [sharedCookie() ?? "", sessionToken()];
  const unchanged = () => sharedCookie() === token && sessionToken() === before;
  try {
    const user = await callApi("member", {}, { as: token });
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
 * Compares at the start, before the first screen is chosen. Resolves when it is clear whose session
 * this is.
 */
export async function settleSession(): Promise<void> {
  if (accountView()) return;
  claimSession();
  if (tabStore.get(ADOPTED)) announceAccount();
  tabStore.remove(ADOPTED);
  const before = sessionToken();
  const transition = followCookie();
  if (transition === "adopt" && (await adopt())) announceAccount();
  if (transition === "clear") endSession(before, "elsewhere");
  if (!before || sessionToken()) return;
  toast.warning(i18next.t("ui:signedOutElsewhere"));
  await pause(LEAVE_AFTER_MS);
}

/** The visible screens belong to another account: reloads the page, which then says whose it is. */
function reloadAdopted(pageNavigation: PageNavigation): void {
  tabStore.set(ADOPTED, "1");
  pageNavigation.reload();
}

function checkSession(leaving: PageNavigation): void {
  if (accountView()) return;
  const others = followWindows();
  if (others === "replaced") return reloadAdopted(leaving);
  if (others === "ended") return;
  const transition = followCookie();
  if (transition === "clear") endSession(sessionToken(), "elsewhere");
  if (transition === "adopt") void adopt().then((adopted) => adopted && reloadAdopted(leaving));
}

const messageKeys = { ended: "ui:sessionEnded", elsewhere: "ui:signedOutElsewhere" } as const;
const needsSession = (path: string) => path.startsWith("/cli") || path === "/index/loading";

/** Handles the end of a session: cancels pending calls and leads to the sign-in page. */
function handleSessionEnd(
  why: Ending,
  router: Pick<ReturnType<typeof createBrowserRouter>, "navigate">,
  leaving: PageNavigation,
): void {
  cancelRequests();
  const here = location.pathname + location.search;
  if (why === "signedOut") forgetNext();
  else {
    keepNext(here);
    toast.warning(i18next.t(messageKeys[why]));
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

/** Starts following the session; called once per window. */
export function followSession(
  router: Pick<ReturnType<typeof createBrowserRouter>, "navigate">,
  leaving: PageNavigation = location,
): void {
  onSessionClosed((why) => handleSessionEnd(why, router, leaving));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") checkSession(leaving);
  });
  // Another window of this browser has changed the storage; `key` is null when it was cleared.
  window.addEventListener("storage", ({ key }) => {
    if (key === null || key === "app.session") checkSession(leaving);
  });
}
