import { useMantineColorScheme } from "@mantine/core";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { schemeIcons } from "./color-schemes.ts";
import { LateMenu } from "./LateMenu.tsx";
import { onceOnline } from "../lib/once-online.ts";

const Menu = lazy(() =>
  onceOnline(() =>
    import("./ColorSchemeMenu.tsx").then(({ ColorSchemeMenu }) => ({ default: ColorSchemeMenu })),
  ),
);

/** Light, dark, or as the system has it. */
export function ColorSchemeSwitch() {
  const { t } = useTranslation("ui");
  const Now = schemeIcons[useMantineColorScheme().colorScheme];
  return <LateMenu label={t("colorScheme")} icon={<Now size={19} />} menu={<Menu />} />;
}
