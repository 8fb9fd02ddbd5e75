import { SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { useTranslation } from "react-i18next";

const schemes = ["light", "dark", "auto"] as const;
type Scheme = (typeof schemes)[number];

/** Light, dark, or as the system has it; kept in this browser. */
export function Appearance() {
  const { t } = useTranslation(["setting-account", "ui"]);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label={t("appearance.label")}
      value={colorScheme}
      onChange={(scheme) => setColorScheme(scheme as Scheme)}
      data={schemes.map((value) => ({ value, label: t(`ui:schemes.${value}`) }))}
    />
  );
}
