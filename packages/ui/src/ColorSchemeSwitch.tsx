import { useMantineColorScheme } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { schemeIcons } from "./color-schemes.ts";
import { LazyMenu } from "./LazyMenu.tsx";
import { lazyComponent } from "./lib/lazy-component.ts";

const Menu = lazyComponent(async () => (await import("./ColorSchemeMenu.tsx")).ColorSchemeMenu);

/** Selects light, dark or the system's colour scheme. */
export function ColorSchemeSwitch() {
  const { t } = useTranslation("ui");
  const Now = schemeIcons[useMantineColorScheme().colorScheme];
  return <LazyMenu label={t("colorScheme")} icon={<Now size={19} />} menu={<Menu />} />;
}
