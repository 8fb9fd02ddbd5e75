import { ActionIcon, Menu } from "@mantine/core";
import { IconCheck, IconLanguage } from "./icons.ts";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { type Language, languages } from "./lib/language.ts";
import { headerMenuProps } from "./header-menu-props.ts";

/** Chooses one of the six languages. */
export function LanguageMenu(props: { onChoose: (language: Language) => unknown }) {
  const { t } = useTranslation("ui");
  return (
    <Menu defaultOpened position="bottom-end" width={180} {...headerMenuProps}>
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
            onClick={() => void props.onChoose(language)}
          >
            {languages[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
