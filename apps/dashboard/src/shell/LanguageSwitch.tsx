import { IconLanguage } from "@tabler/icons-react";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { LateMenu } from "./LateMenu.tsx";
import { patiently } from "../lib/patiently.ts";

const Menu = lazy(() =>
  patiently(() =>
    import("./LanguageMenu.tsx").then(({ LanguageMenu }) => ({ default: LanguageMenu })),
  ),
);

/** Chooses one of the six languages. */
export function LanguageSwitch() {
  const { t } = useTranslation("ui");
  return <LateMenu label={t("language")} icon={<IconLanguage size={19} />} menu={<Menu />} />;
}
