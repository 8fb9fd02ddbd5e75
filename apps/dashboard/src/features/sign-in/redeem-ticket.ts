import i18next from "i18next";
import { SIGNED_IN } from "../../lib/sign-in-page.ts";
import { openSession, sessionToken, sessionUser } from "../../lib/session.ts";
import { takeNext } from "../../lib/next-path.ts";
import { toast } from "../../lib/toast.ts";
import { tryAsk } from "./try-ask.ts";
import type { Page } from "./landing-view.ts";

/**
 * Signs in by a ticket (spec/sign-in#linked-devices). Somebody else may have sent the link: it is
 * said whose account this browser is in now, and whose it was.
 */
export async function redeemTicket(ticket: string, page: Page): Promise<void> {
  const t = i18next.getFixedT(null, "loading");
  page.show({ is: "signingIn" });
  const before = sessionToken() ? sessionUser()?.email : undefined;
  const { answer, refused } = await tryAsk("webauto", { ticket }, { as: "" });
  if (answer?.session && answer.user) {
    const { email } = answer.user;
    openSession(answer.session, answer.user);
    const switched = before !== undefined && before !== email;
    const now = i18next.t("ui:nowSignedInAs", { email });
    toast.notice(switched ? t("switched", { email, before }) : now);
    return page.go(takeNext());
  }
  // It leads home, or by the guard to the sign-in page.
  const onward = { words: t(sessionToken() ? "toHome" : "toSignIn"), to: SIGNED_IN };
  const again = { words: t("again"), run: () => void redeemTicket(ticket, page) };
  page.show({
    is: "failed",
    title: t("failed"),
    text: refused?.msg || t("noAnswer"),
    ways: refused ? [onward] : [again, onward],
  });
}
