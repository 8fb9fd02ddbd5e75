import { IconLanguage } from "@tabler/icons-react";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { LateMenu } from "./LateMenu.tsx";
import { onceOnline } from "../lib/once-online.ts";

const Menu = lazy(() =>
  onceOnline(() =>
    import("./LanguageMenu.tsx").then(({ LanguageMenu }) => ({ default: LanguageMenu })),
  ),
);

/** Chooses one of the six languages. */
export function LanguageSwitch() {
  const { t } = useTranslation("ui");
  return <LateMenu label={t("language")} icon={<IconLanguage size={19} />} menu={<Menu />} />;
}
