import { IconLanguage } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { LateMenu } from "../../ui/LazyMenu.tsx";
import { late } from "../../lib/lazy-component.ts";

const Menu = late(async () => (await import("./LanguageMenu.tsx")).LanguageMenu);

/** Chooses one of the six languages. */
export function LanguageSwitch() {
  const { t } = useTranslation("ui");
  return <LateMenu label={t("language")} icon={<IconLanguage size={19} />} menu={<Menu />} />;
}
