import i18next from "i18next";
import { SIGN_IN } from "../../lib/sign-in-page.ts";
import type { CallParameters } from "../../lib/call.ts";
import { takeNext } from "../../lib/next-path.ts";
import type { ProviderRedirect } from "./provider-redirect.ts";
import { openSession } from "../../lib/session.ts";
import { type CallOutcome, tryCall } from "./try-call.ts";
import { forgetInviteCode } from "./invite-code.ts";
import type { Page, NextLink } from "./landing-view.ts";

type SignInParameters = CallParameters<"gLogin">;
const trySignIn = (wish: SignInParameters): Promise<CallOutcome<"gLogin">> =>
  tryCall("gLogin", wish, { as: "" });

/** Signs in or registers with the provider's code (spec/sign-in#linked-logins). */
export function finishSignIn(
  { trip: redirect, code, state }: { trip: ProviderRedirect; code: string; state: string },
  page: Page,
): Promise<void> {
  // The agreement was accepted before the redirect.
  return signIn({ code, state, inviteCode: redirect.inviteCode, agree: true }, page);
}

async function signIn(request: SignInParameters, page: Page): Promise<void> {
  page.show({ is: "signingIn" });
  const outcome = await trySignIn(request);
  if (outcome.refused?.code === 460) askForCode({ ...request, proof: outcome.refused.proof }, page);
  else finish(outcome, request, page);
}

/** The API keeps the provider's answer as `proof`, so the provider is not asked twice. */
function askForCode({ code, state, ...wish }: SignInParameters, page: Page): void {
  const repeatable = wish.proof === undefined ? { ...wish, code, state } : wish;
  page.show({
    is: "code",
    async send(mfaCode) {
      const tried = await trySignIn({ ...repeatable, mfaCode });
      const { refused } = tried;
      if (refused?.code === 461 || refused?.code === 429) return refused;
      finish(tried, { ...repeatable, mfaCode }, page);
      return undefined;
    },
    back: () => page.go(SIGN_IN),
  });
}

function finish(
  { answer, refused }: CallOutcome<"gLogin">,
  wish: SignInParameters,
  page: Page,
): void {
  const t = i18next.getFixedT(null, "loading");
  if (answer) {
    openSession(answer.session, answer.user);
    if (answer.created) forgetInviteCode();
    return page.go(takeNext());
  }
  const links: NextLink[] = [{ words: t("toSignIn"), to: SIGN_IN }];
  if (!refused) links.unshift({ words: t("again"), run: () => void signIn(wish, page) });
  if (refused?.reason === "unknownInviteCode") {
    const without = () => void signIn({ ...wish, inviteCode: undefined }, page);
    links.unshift({ words: t("withoutCode"), run: without });
  }
  page.show({ is: "failed", title: t("failed"), text: refused?.msg || t("noAnswer"), links });
}
