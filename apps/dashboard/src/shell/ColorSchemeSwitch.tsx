import { useMantineColorScheme } from "@mantine/core";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { schemeIcons } from "./color-schemes.ts";
import { LateMenu } from "./LateMenu.tsx";
import { patiently } from "../lib/patiently.ts";

const Menu = lazy(() =>
  patiently(() =>
    import("./ColorSchemeMenu.tsx").then(({ ColorSchemeMenu }) => ({ default: ColorSchemeMenu })),
  ),
);

/** Light, dark, or as the system has it. */
export function ColorSchemeSwitch() {
  const { t } = useTranslation("ui");
  const Now = schemeIcons[useMantineColorScheme().colorScheme];
  return <LateMenu label={t("colorScheme")} icon={<Now size={19} />} menu={<Menu />} />;
}
