import i18next from "i18next";
import type { CallRefused } from "../../lib/call.ts";
import { providerNames, type Trip } from "./provider-trip.ts";
import { sessionToken } from "../../lib/session.ts";
import { toast } from "../../lib/toast.ts";
import { tryAsk } from "./try-ask.ts";
import type { Page } from "./landing-view.ts";

const SETTINGS = "/cli/setting?tab=security";

/** Links the account that is signed in with the provider's (spec/sign-in#linked-logins). */
export async function finishBinding(
  { trip, code, state }: { trip: Trip; code: string; state: string },
  page: Page,
): Promise<void> {
  const { provider } = trip;
  // Signed out meanwhile: the guard leads on, and back here afterwards.
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
      ways: refused ? [toSettings] : [again, toSettings],
    });
  };
  /** The same code is sent again with the MFA code: it is not used up before that was right. */
  const bind = async (mfaCode?: string): Promise<CallRefused | undefined> => {
    if (mfaCode === undefined) page.show({ is: "linking" });
    const { answer, refused } = await tryAsk("gBind", { provider, code, state, mfaCode });
    if (answer) {
      toast.success(t("linked", names));
      page.go(SETTINGS);
    } else if (refused?.code === 460) {
      page.show({ is: "code", send: bind, back: () => page.go(SETTINGS) });
    } else if (mfaCode !== undefined && refused && [461, 429].includes(refused.code)) {
      return refused;
    } else if (refused?.code !== 300) fail(refused);
    // After a 300 one is on the way to the sign-in page.
    return undefined;
  };
  await bind();
}
