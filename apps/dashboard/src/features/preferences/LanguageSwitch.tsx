import { IconLanguage } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { LazyMenu } from "@turnpike/ui/LazyMenu.tsx";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";

const Menu = lazyComponent(async () => (await import("./LanguageMenu.tsx")).LanguageMenu);

/** Chooses one of the six languages. */
export function LanguageSwitch() {
  const { t } = useTranslation("ui");
  return <LazyMenu label={t("language")} icon={<IconLanguage size={19} />} menu={<Menu />} />;
}
