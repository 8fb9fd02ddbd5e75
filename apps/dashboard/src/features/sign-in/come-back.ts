/** The return from a provider's page: what was begun here is finished here, or nowhere. */
import i18next from "i18next";
import { SIGNED_IN } from "../../lib/sign-in-page.ts";
import type { Landing } from "./landing.ts";
import { providerNames, takeTrip } from "./provider-trip.ts";
import { toast } from "../../lib/toast.ts";
import { sessionToken } from "../../lib/session.ts";
import { finishBinding } from "./finish-binding.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import type { Page } from "./landing-view.ts";

/** How providers say that the person did not want to (RFC 6749 §4.1.2.1, and LinkedIn's own). */
const declined = /^(access_denied|user_cancelled_\w+)$/;

export async function comeBack(
  { code, state, error }: Omit<Landing, "ticket">,
  page: Page,
): Promise<void> {
  const t = i18next.getFixedT(null, "loading");
  const trip = takeTrip(state);
  if (!trip || !state || (!code && !error)) {
    // It leads home, or by the guard to the sign-in page.
    const onward = { words: t(sessionToken() ? "toHome" : "toSignIn"), to: SIGNED_IN };
    const [title, text] = [t("notStarted.title"), t("notStarted.text")];
    return page.show({ is: "failed", title, text, ways: [onward] });
  }
  const provider = providerNames[trip.provider];
  if (!code) {
    const calm = declined.test(error ?? "") ? t("declined", { provider }) : null;
    toast.warning(calm ?? t("providerTrouble", { provider }));
    return page.go(trip.from);
  }
  const brought = { trip, code, state };
  return trip.purpose === "bind" ? finishBinding(brought, page) : finishSignIn(brought, page);
}
