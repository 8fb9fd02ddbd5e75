import { useMantineColorScheme } from "@mantine/core";
import type { TablerIcon } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { type Language, languages } from "../../lib/language.ts";
import { useCommand } from "../../lib/queries.ts";
import { closeSession } from "../../lib/session.ts";
import { chooseLanguage } from "../../features/preferences/choose-language.ts";
import { openQuick } from "./overlay.ts";
import { menuScreens, screenIcons } from "../navigation/screen-icons.ts";
import { type Doing, doing, languageIcon, type Leading, leading } from "./actions.ts";

/** A screen or an action as the palette offers it. */
export interface Command {
  id: string;
  group: "screens" | "actions";
  icon: TablerIcon;
  label: string;
  /** What else it is called. */
  beside: string;
  run: () => void;
}

const entries = <K extends string, V>(of: Readonly<Record<K, V>>) => Object.entries(of) as [K, V][];

/** Everything that the palette can lead to or do, in the language of the moment. */
export function useCommands(): Command[] {
  const { t } = useTranslation(["palette", "shell"]);
  const navigate = useNavigate();
  const run = useDoings();
  const screens = menuScreens.map(({ path, title, menu }) => ({
    id: path,
    group: "screens" as const,
    icon: screenIcons[title],
    label: t(`shell:titles.${title}`),
    beside: [
      menu === "overview" ? "" : t(`shell:sections.${menu}`),
      t(`screens.${title}`),
      path.slice("/cli/".length),
    ].join(" "),
    run: () => void navigate(path),
  }));
  const ways = entries<Leading, readonly [string, TablerIcon]>(leading).map(([id, [to, icon]]) => ({
    id,
    group: "actions" as const,
    icon,
    label: t(`actions.${id}.label`),
    beside: t(`actions.${id}.words`),
    run: () => void navigate(to),
  }));
  const deeds = entries<Doing, TablerIcon>(doing).map(([id, icon]) => ({
    id,
    group: "actions" as const,
    icon,
    label: t(`actions.${id}.label`),
    beside: t(`actions.${id}.words`),
    run: run[id],
  }));
  const tongues = entries<Language, string>(languages).map(([language, name]) => ({
    id: `language-${language}`,
    group: "actions" as const,
    icon: languageIcon,
    label: t("language.label", { name }),
    beside: t("language.words"),
    run: () => void chooseLanguage(language),
  }));
  return [...screens, ...ways, ...deeds, ...tongues];
}

function useDoings(): Record<Doing, () => void> {
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useCommand("signout");
  return {
    docs: () => void window.open("/docs", "_blank", "noopener"),
    keys: () => openQuick("keys"),
    light: () => setColorScheme("light"),
    dark: () => setColorScheme("dark"),
    system: () => setColorScheme("auto"),
    // The palette is gone by the time the answer comes: the promise tells, not its callbacks.
    signOut: () => void signOut.mutateAsync({}).then(closeSession, closeSession),
  };
}
