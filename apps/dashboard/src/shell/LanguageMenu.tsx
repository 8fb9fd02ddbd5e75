import { ActionIcon, Menu } from "@mantine/core";
import { IconCheck, IconLanguage } from "@tabler/icons-react";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { ask, type Question } from "../lib/call.ts";
import { changeLanguage } from "../lib/i18n.ts";
import { type Language, languages, wireLanguage } from "../lib/language.ts";
import { queryClient } from "../lib/queries.ts";
import { sessionToken } from "../lib/session.ts";
import { menuManners } from "./menu-manners.ts";

/** A signed-in person's mails follow. Quietly: what was asked for is done either way. */
async function tellAccount(language: Language): Promise<void> {
  if (!sessionToken()) return;
  const wire = wireLanguage(language) as Question<"upLang">["language"];
  await ask("upLang", { language: wire }, { handles: () => true });
  await queryClient.invalidateQueries({ queryKey: ["member"] });
}

/** Chooses one of the six languages; what the API words is asked again. */
export function LanguageMenu() {
  const { t } = useTranslation("ui");
  const choose = async (language: Language) => {
    await changeLanguage(language);
    tellAccount(language).catch(() => undefined);
    await queryClient.invalidateQueries();
  };
  return (
    <Menu defaultOpened position="bottom-end" width={180} {...menuManners}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t("language")}>
          <IconLanguage size={19} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(languages) as Language[]).map((language) => (
          <Menu.Item
            key={language}
            lang={language === "zh-tw" ? "zh-Hant-TW" : language}
            rightSection={
              i18next.language === language ? <IconCheck size={15} aria-hidden /> : null
            }
            onClick={() => void choose(language)}
          >
            {languages[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
