import { ask, type Question } from "../../lib/call.ts";
import { changeLanguage } from "@turnpike/ui/lib/i18n.ts";
import { type Language, wireLanguage } from "@turnpike/ui/lib/language.ts";
import { queryClient } from "../../lib/queries.ts";
import { sessionToken } from "../../lib/session.ts";

/** A signed-in person's mails follow. Quietly: what was asked for is done either way. */
async function tellAccount(language: Language): Promise<void> {
  if (!sessionToken()) return;
  const wire = wireLanguage(language) as Question<"upLang">["language"];
  await ask("upLang", { language: wire }, { handles: () => true });
  await queryClient.invalidateQueries({ queryKey: ["member"] });
}

/** Changes the language here and in the account; what the API words is asked again. */
export async function chooseLanguage(language: Language): Promise<void> {
  await changeLanguage(language);
  tellAccount(language).catch(() => undefined);
  await queryClient.invalidateQueries();
}
