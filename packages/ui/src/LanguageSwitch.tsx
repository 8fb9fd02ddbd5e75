import { IconLanguage } from "./icons.ts";
import { useTranslation } from "react-i18next";
import { LazyMenu } from "./LazyMenu.tsx";
import type { Language } from "./lib/language.ts";
import { lazyComponent } from "./lib/lazy-component.ts";

const Menu = lazyComponent(async () => (await import("./LanguageMenu.tsx")).LanguageMenu);

/** Chooses one of the six languages; its menu is loaded on the first click. */
export function LanguageSwitch(props: { onChoose: (language: Language) => unknown }) {
  const { t } = useTranslation("ui");
  return (
    <LazyMenu label={t("language")} icon={<IconLanguage size={19} />} menu={<Menu {...props} />} />
  );
}
