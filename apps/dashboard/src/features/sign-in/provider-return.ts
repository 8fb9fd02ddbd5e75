/** The return from a provider's page: finishes a sign-in or linking that was started here. */
import i18next from "i18next";
import { SIGNED_IN } from "../../lib/sign-in-page.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { sessionToken } from "../../lib/session.ts";
import { CallCancelled, CallRefused } from "../../lib/call.ts";
import type { Landing } from "./landing.ts";
import { providerNames, takeProviderRedirect, type ProviderRedirect } from "./provider-redirect.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import type { Page } from "./landing-view.ts";
import { tryCall } from "./try-call.ts";

const SETTINGS = "/cli/setting?tab=security";

/** Links the signed-in account with the provider's (spec/sign-in#linked-logins). */
async function finishBinding(
  { trip: redirect, code, state }: { trip: ProviderRedirect; code: string; state: string },
  page: Page,
): Promise<void> {
  const { provider } = redirect;
  // Signed out meanwhile: the guard leads to sign-in, and back here afterwards.
  if (!sessionToken()) return page.go(SETTINGS);
  const t = i18next.getFixedT(null, "loading");
  const names = { provider: providerNames[provider] };
  const fail = (refused: CallRefused | undefined) => {
    const toSettings = { words: t("toSettings"), to: SETTINGS };
    const again = { words: t("again"), run: () => void bind() };
    page.show({
      is: "failed",
      title: t("linkFailed", names),
      text: refused?.msg || t("noAnswer"),
      links: refused ? [toSettings] : [again, toSettings],
    });
  };
  const done = () => {
    toast.success(t("linked", names));
    page.go(SETTINGS);
  };
  /** For accounts without MFA: a dialog asks for the password or a mailed code. */
  const bindWithProof = async () => {
    const { callGuarded } = await import("../../lib/call-guarded.ts");
    try {
      await callGuarded("gBind", { provider, code, state }, { handles: () => true });
      done();
    } catch (error) {
      if (error instanceof CallCancelled) page.go(SETTINGS);
      else fail(error instanceof CallRefused ? error : undefined);
    }
  };
  /** Sends the same code again with the MFA code; it is not used up until the MFA code is right. */
  const bind = async (mfaCode?: string): Promise<CallRefused | undefined> => {
    if (mfaCode === undefined) page.show({ is: "linking" });
    const { answer, refused } = await tryCall("gBind", { provider, code, state, mfaCode });
    const asksProof = refused?.reason === "missingField" && refused.field === "password";
    if (answer) done();
    else if (asksProof || refused?.reason === "verifyEmail") await bindWithProof();
    else if (refused?.code === 460) {
      page.show({ is: "code", send: bind, back: () => page.go(SETTINGS) });
    } else if (mfaCode !== undefined && refused && [461, 429].includes(refused.code)) {
      return refused;
    } else if (refused?.code !== 300) fail(refused);
    // Code 300 already leads to the sign-in page.
    return undefined;
  };
  await bind();
}

/** The errors of a user's refusal (RFC 6749 §4.1.2.1, and LinkedIn's own). */
const declined = /^(access_denied|user_cancelled_\w+)$/;

export async function finishProviderReturn(
  { code, state, error }: Omit<Landing, "ticket" | "view" | "invitation">,
  page: Page,
): Promise<void> {
  const t = i18next.getFixedT(null, "loading");
  const redirect = takeProviderRedirect(state);
  if (!redirect || !state || (!code && !error)) {
    // Leads to the home page, or by the guard to the sign-in page.
    const continueLink = { words: t(sessionToken() ? "toHome" : "toSignIn"), to: SIGNED_IN };
    const [title, text] = [t("notStarted.title"), t("notStarted.text")];
    return page.show({ is: "failed", title, text, links: [continueLink] });
  }
  const provider = providerNames[redirect.provider];
  if (!code) {
    const calm = declined.test(error ?? "") ? t("declined", { provider }) : null;
    toast.warning(calm ?? t("providerTrouble", { provider }));
    return page.go(redirect.from);
  }
  const returned = { trip: redirect, code, state };
  return redirect.purpose === "bind" ? finishBinding(returned, page) : finishSignIn(returned, page);
}
