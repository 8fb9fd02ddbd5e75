import { useDebouncedValue } from "@mantine/hooks";
import { scoreOf, wordsOf } from "@turnpike/ui/palette/match.ts";
import type { Finding, Row } from "@turnpike/ui/palette/row.ts";
import { IconAddressBook } from "@turnpike/ui/icons.ts";
import { useNavigate } from "react-router";
import { useCanCall } from "../../lib/me.ts";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { screens } from "../navigation/screens.ts";

const LEAST = 2;
const TYPING_MS = 200;

/** Search results for `typed`: screens by name, and customers by any of their data. */
export function useFinding(typed: string): Finding {
  const t = useT();
  const canCall = useCanCall();
  const navigate = useNavigate();
  const text = typed.trim();
  const [query] = useDebouncedValue(text, TYPING_MS);
  const enabled = query.length >= LEAST && canCall("customerSearch");
  const found = useCall("customerSearch", { query }, { enabled });
  const words = wordsOf(text);
  const ofScreens = screens
    .filter((screen) => screen.section && canCall(screen.needs))
    .map((screen) => ({ screen, label: word("screens", `${screen.name}.title`) }))
    .map((one) => ({
      ...one,
      score: scoreOf(words, one.label, word("screens", `${one.screen.name}.words`)),
    }))
    .filter(({ score }) => score !== null)
    .toSorted((one, other) => (one.score ?? 0) - (other.score ?? 0))
    .map(
      ({ screen, label }): Row => ({
        id: `screen-${screen.name}`,
        effect: "screen",
        icon: screen.icon,
        label,
        detail: screen.section === "home" ? "" : word("sections", screen.section ?? ""),
        run: () => void navigate(screen.path),
      }),
    );
  const items = enabled && text.length >= LEAST ? (found.data?.items ?? []) : [];
  const ofCustomers = items.slice(0, 12).map(
    (item, at): Row => ({
      id: `customer-${at}`,
      effect: "thing",
      icon: IconAddressBook,
      label: item.email ?? item.accountId,
      detail: item.by === "email" ? "" : `${word("foundBy", item.by)}: ${item.found}`,
      run: () => void navigate(`/customers/${item.accountId}`),
    }),
  );
  const groups = [
    [t("palette.screens"), ofScreens],
    [t("palette.customers"), ofCustomers],
  ] as const;
  return {
    groups: groups.filter(([, rows]) => rows.length > 0),
    words,
    waiting: enabled && found.isFetching,
    failed: found.error !== null && enabled,
    again: () => void found.refetch(),
    texts: {
      placeholder: t("palette.placeholder"),
      searching: t("palette.searching"),
      failed: t("palette.failed"),
      noneHelp: "",
    },
  };
}
