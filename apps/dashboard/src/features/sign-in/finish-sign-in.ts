import i18next from "i18next";
import { SIGN_IN } from "../../lib/sign-in-page.ts";
import type { Question } from "../../lib/call.ts";
import { takeNext } from "../../lib/next-path.ts";
import type { ProviderRedirect } from "./provider-redirect.ts";
import { openSession } from "../../lib/session.ts";
import { type AskOutcome, tryAsk } from "./try-ask.ts";
import { forgetInviteCode } from "./invite-code.ts";
import type { Page, NextLink } from "./landing-view.ts";

type SignIn = Question<"gLogin">;
const ask = (wish: SignIn): Promise<AskOutcome<"gLogin">> => tryAsk("gLogin", wish, { as: "" });

/** Signs in or registers with the provider's code (spec/sign-in#linked-logins). */
export function finishSignIn(
  { trip: redirect, code, state }: { trip: ProviderRedirect; code: string; state: string },
  page: Page,
): Promise<void> {
  // The agreement was accepted before the redirect.
  return enter({ code, state, inviteCode: redirect.inviteCode, agree: true }, page);
}

async function enter(wish: SignIn, page: Page): Promise<void> {
  page.show({ is: "signingIn" });
  const tried = await ask(wish);
  if (tried.refused?.code === 460) askForCode({ ...wish, proof: tried.refused.proof }, page);
  else take(tried, wish, page);
}

/** The API keeps the provider's answer as `proof`, so the provider is not asked twice. */
function askForCode({ code, state, ...wish }: SignIn, page: Page): void {
  const kept = wish.proof === undefined ? { ...wish, code, state } : wish;
  page.show({
    is: "code",
    async send(mfaCode) {
      const tried = await ask({ ...kept, mfaCode });
      const { refused } = tried;
      if (refused?.code === 461 || refused?.code === 429) return refused;
      take(tried, { ...kept, mfaCode }, page);
      return undefined;
    },
    back: () => page.go(SIGN_IN),
  });
}

function take({ answer, refused }: AskOutcome<"gLogin">, wish: SignIn, page: Page): void {
  const t = i18next.getFixedT(null, "loading");
  if (answer) {
    openSession(answer.session, answer.user);
    if (answer.created) forgetInviteCode();
    return page.go(takeNext());
  }
  const links: NextLink[] = [{ words: t("toSignIn"), to: SIGN_IN }];
  if (!refused) links.unshift({ words: t("again"), run: () => void enter(wish, page) });
  if (refused?.reason === "unknownInviteCode") {
    const without = () => void enter({ ...wish, inviteCode: undefined }, page);
    links.unshift({ words: t("withoutCode"), run: without });
  }
  page.show({ is: "failed", title: t("failed"), text: refused?.msg || t("noAnswer"), links });
}
