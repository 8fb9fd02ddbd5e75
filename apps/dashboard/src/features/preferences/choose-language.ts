import { callApi, type CallParameters } from "../../lib/call.ts";
import { changeLanguage } from "@turnpike/ui/lib/i18n.ts";
import { type Language, wireLanguage } from "@turnpike/ui/lib/language.ts";
import { queryClient } from "../../lib/queries.ts";
import { sessionToken } from "../../lib/session.ts";

/** Changes the language of the account's e-mails. Fails silently: the dashboard still changes. */
async function tellAccount(language: Language): Promise<void> {
  if (!sessionToken()) return;
  const wire = wireLanguage(language) as CallParameters<"upLang">["language"];
  await callApi("upLang", { language: wire }, { handles: () => true });
  await queryClient.invalidateQueries({ queryKey: ["member"] });
}

/** Changes the language here and in the account; refetches the API's translated answers. */
export async function chooseLanguage(language: Language): Promise<void> {
  await changeLanguage(language);
  tellAccount(language).catch(() => undefined);
  await queryClient.invalidateQueries();
}
