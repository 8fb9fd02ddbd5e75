import { useMantineColorScheme } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { schemeIcons } from "./color-schemes.ts";
import { LateMenu } from "../../ui/LazyMenu.tsx";
import { late } from "../../lib/lazy-component.ts";

const Menu = late(async () => (await import("./ColorSchemeMenu.tsx")).ColorSchemeMenu);

/** Light, dark, or as the system has it. */
export function ColorSchemeSwitch() {
  const { t } = useTranslation("ui");
  const Now = schemeIcons[useMantineColorScheme().colorScheme];
  return <LateMenu label={t("colorScheme")} icon={<Now size={19} />} menu={<Menu />} />;
}
