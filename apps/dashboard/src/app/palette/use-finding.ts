import {
  IconApi,
  IconMapPinCheck,
  IconMapPin,
  IconPlugConnected,
  IconReceipt,
  IconServer2,
  IconServerBolt,
  IconShieldCheck,
  IconStack2,
  IconUserKey,
  IconWebhook,
  type Icon,
} from "@turnpike/ui/icons.ts";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { scoreOf, wordsOf } from "@turnpike/ui/palette/match.ts";
import type { Finding, Row } from "@turnpike/ui/palette/row.ts";
import { type FoundThing, saveRecent, type Recent, recents } from "./recent.ts";
import { type Command, useCommands } from "./use-commands.ts";
import { useAccountSearch } from "./use-account-search.ts";

type Group = "recent" | "things" | "screens" | "actions";
type GroupedRow = Row & { group: Group };

const thingIcons: Record<FoundThing["kind"], Icon> = {
  subAccount: IconUserKey,
  static: IconServer2,
  short: IconServerBolt,
  openedIp: IconMapPin,
  plan: IconStack2,
  port: IconPlugConnected,
  whitePort: IconMapPinCheck,
  whitelist: IconShieldCheck,
  link: IconApi,
  order: IconReceipt,
  webhook: IconWebhook,
};
/** How many rows of a group are shown once something is typed. */
const MAX_ROWS = 8;

/** The rows for the typed text, by group; without text, the recent ones first, then everything. */
export function useFinding(typed: string): Finding {
  const { t } = useTranslation("palette");
  const commands = useCommands();
  const toRow = useThingRow();
  const found = useAccountSearch(typed);
  const [recentChoices] = useState(recents);
  const words = wordsOf(typed);
  const asRow = (command: Command, group: Group = command.group): GroupedRow => ({
    id: `${group}:${command.id}`,
    group,
    effect: command.group === "screens" ? "screen" : "action",
    icon: command.icon,
    label: command.label,
    detail: "",
    run: () => {
      saveRecent({ command: command.id });
      command.run();
    },
  });
  const recentRow = (recent: Recent): GroupedRow[] => {
    // Another version of the dashboard may have stored a kind that this one does not know.
    if ("thing" in recent) {
      return Object.hasOwn(thingIcons, recent.thing.kind) ? [toRow(recent.thing, "recent")] : [];
    }
    const command = commands.find(({ id }) => id === recent.command);
    return command ? [asRow(command, "recent")] : [];
  };
  const rows =
    words.length === 0
      ? [...recentChoices.flatMap(recentRow), ...commands.map((command) => asRow(command))]
      : ranked(commands, words).map((command) => asRow(command));
  const things = found.items.map((item) => toRow(item, "things"));
  // The account's items come after the product's screens and actions.
  const groups = [...Map.groupBy([...rows, ...things], ({ group }) => group)];
  const { waiting, failed, again } = found;
  return {
    groups: groups.map(([group, each]) => [t(`groups.${group}`), each]),
    words,
    waiting,
    failed,
    again,
    texts: {
      placeholder: t("placeholder"),
      searching: t("searching"),
      failed: t("failed"),
      noneHelp: t("noneHelp"),
    },
  };
}

/** The matching commands, best first, up to the limit of each group. */
function ranked(commands: readonly Command[], words: readonly string[]): Command[] {
  const fitting = commands
    .map((command) => ({ command, score: scoreOf(words, command.label, command.aliases) }))
    .filter((each): each is { command: Command; score: number } => each.score !== null)
    .toSorted((one, other) => one.score - other.score)
    .map(({ command }) => command);
  const best = fitting[0]?.group ?? "screens";
  const of = (group: Command["group"]) =>
    fitting.filter((command) => command.group === group).slice(0, MAX_ROWS);
  return [...of(best), ...of(best === "screens" ? "actions" : "screens")];
}

function useThingRow() {
  const { t } = useTranslation("palette");
  const navigate = useNavigate();
  return useMemo(
    () =>
      (thing: FoundThing, group: Group): GroupedRow => ({
        id: `${group}:${thing.kind}:${thing.id}`,
        group,
        effect: "thing",
        icon: thingIcons[thing.kind],
        label: thing.name,
        detail: [t(`kinds.${thing.kind}`), thing.detail].filter(Boolean).join(" · "),
        run: () => {
          saveRecent({ thing });
          void navigate(thing.to);
        },
      }),
    [t, navigate],
  );
}
