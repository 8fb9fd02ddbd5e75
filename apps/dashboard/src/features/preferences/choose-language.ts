import { changeLanguage } from "@turnpike/ui/lib/i18n.ts";
import { type Language, wireLanguage } from "@turnpike/ui/lib/language.ts";
import type { CallParameters } from "../../lib/call.ts";
import { makeStale } from "../../lib/stale.ts";
import { sessionToken } from "../../lib/session.ts";
import { sendChange } from "../../lib/use-command.ts";

/** Changes the language of the account's e-mails. Fails silently: the dashboard still changes. */
async function tellAccount(language: Language): Promise<void> {
  if (!sessionToken()) return;
  const wire = wireLanguage(language) as CallParameters<"upLang">["language"];
  await sendChange("upLang", { language: wire }, { handles: () => true });
}

/** Changes the language here and in the account; refetches the API's translated answers. */
export async function chooseLanguage(language: Language): Promise<void> {
  await changeLanguage(language);
  tellAccount(language).catch(() => undefined);
  await makeStale("all");
}
