import { useMantineColorScheme } from "@mantine/core";
import type { Icon } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { useNavigate } from "react-router";
import { type Language, languages } from "@turnpike/ui/lib/language.ts";
import { closeSession } from "../../lib/session.ts";
import { chooseLanguage } from "../../features/preferences/choose-language.ts";
import { may } from "@turnpike/ui/lib/may.ts";
import { openOverlay } from "@turnpike/ui/palette/overlay.ts";
import { placeOf } from "../../lib/places.ts";
import { customerScreens, screenIcons } from "../navigation/screen-icons.ts";
import {
  type DirectAction,
  directActions,
  languageIcon,
  type LinkAction,
  linkActions,
  neededBy,
} from "./actions.ts";

/** A screen or an action in the palette. */
export interface Command {
  id: string;
  group: "screens" | "actions";
  icon: Icon;
  label: string;
  /** Other names that the search matches. */
  aliases: string;
  run: () => void;
}

const entries = <K extends string, V>(of: Readonly<Record<K, V>>) => Object.entries(of) as [K, V][];

/** All the palette's screens and actions, in the current language. */
export function useCommands(): Command[] {
  const { t } = useTranslation(["palette", "shell"]);
  const navigate = useNavigate();
  const run = useDirectActions();
  const screens = customerScreens.map(({ path, title }) => {
    const place = placeOf(path);
    return {
      id: path,
      group: "screens" as const,
      icon: screenIcons[title],
      label: t(`shell:titles.${title}`),
      aliases: [
        place ? t(`shell:places.${place}`) : "",
        t(`screens.${title}`),
        path.slice("/cli/".length),
      ].join(" "),
      run: () => void navigate(path),
    };
  });
  const fromLinks = entries<LinkAction, readonly [string, Icon]>(linkActions)
    .filter(([id]) => may(neededBy[id]))
    .map(([id, [to, icon]]) => ({
      id,
      group: "actions" as const,
      icon,
      label: t(`actions.${id}.label`),
      aliases: t(`actions.${id}.words`),
      run: () => void navigate(to),
    }));
  const fromDirect = entries<DirectAction, Icon>(directActions).map(([id, icon]) => ({
    id,
    group: "actions" as const,
    icon,
    label: t(`actions.${id}.label`),
    aliases: t(`actions.${id}.words`),
    run: run[id],
  }));
  const fromLanguages = entries<Language, string>(languages).map(([language, name]) => ({
    id: `language-${language}`,
    group: "actions" as const,
    icon: languageIcon,
    label: t("language.label", { name }),
    aliases: t("language.words"),
    run: () => void chooseLanguage(language),
  }));
  return [...screens, ...fromLinks, ...fromDirect, ...fromLanguages];
}

function useDirectActions(): Record<DirectAction, () => void> {
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useCommand("signout");
  return {
    docs: () => void window.open("/docs", "_blank", "noopener"),
    keys: () => openOverlay("keys"),
    light: () => setColorScheme("light"),
    dark: () => setColorScheme("dark"),
    system: () => setColorScheme("auto"),
    // Uses the promise, since the palette and its callbacks are gone when the answer comes.
    signOut: () => void signOut.send({}).then(closeSession),
  };
}
