import { useMantineColorScheme, ActionIcon } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { schemeIcons } from "./color-schemes.ts";
import { lazyComponent } from "./lib/lazy-component.ts";
import { type ReactNode, Suspense, useState } from "react";

const Menu = lazyComponent(async () => (await import("./ColorSchemeMenu.tsx")).ColorSchemeMenu);

/** Light, dark, or as the system has it. */
export function ColorSchemeSwitch() {
  const { t } = useTranslation("ui");
  const Now = schemeIcons[useMantineColorScheme().colorScheme];
  return <LazyMenu label={t("colorScheme")} icon={<Now size={19} />} menu={<Menu />} />;
}

/** A menu's button; the menu itself is loaded when it is asked for, and opens then. */
export function LazyMenu(props: { label: string; icon: ReactNode; menu: ReactNode }) {
  const [wanted, setWanted] = useState(false);
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    >
      {props.icon}
    </ActionIcon>
  );
  return wanted ? <Suspense fallback={button}>{props.menu}</Suspense> : button;
}
