/** Cells that show values in tables and lists of details. */
import { Anchor, Badge, Group, Text } from "@mantine/core";
import { type Kind, NONE } from "@turnpike/ui/list/kinds.tsx";
import { Link } from "react-router";
import { useCanCall } from "../lib/me.ts";
import { useT, word } from "../lib/words.ts";

/** A customer's e-mail, linked to their page if the role may see it. */
export function CustomerLink(props: { accountId: string | null; email: string | null }) {
  const t = useT();
  const canCall = useCanCall();
  const name = props.email ?? t("closedAccount");
  if (props.accountId === null)
    return (
      <Text span inherit c="dimmed">
        {NONE}
      </Text>
    );
  if (!canCall("customer")) return name;
  return (
    <Anchor component={Link} to={`/customers/${props.accountId}`}>
      {name}
    </Anchor>
  );
}

const good = new Set([
  "paid",
  "active",
  "ready",
  "free",
  "usable",
  "live",
  "done",
  "won",
  "onSale",
  "approved",
]);
const bad = new Set([
  "disabled",
  "offline",
  "failed",
  "rejected",
  "lost",
  "unowned",
  "gone",
  "unreachable",
  "needsResponse",
]);
const waiting = new Set([
  "pending",
  "arrears",
  "due",
  "waiting",
  "resting",
  "draining",
  "open",
  "undone",
  "invited",
  "changing",
  "unread",
]);

function colourOf(state: string): string {
  if (good.has(state)) return "good";
  if (bad.has(state)) return "red";
  return waiting.has(state) ? "amber" : "gray";
}

/** A state as a badge: green is fine, amber is pending, red is wrong, grey is finished. */
export function State({ state }: { state: string }) {
  return (
    <Badge color={colourOf(state)} miw="max-content">
      {word("states", state)}
    </Badge>
  );
}

export const state: Kind<string> = { show: (value) => <State state={value} /> };

/** "Yes", or a dimmed "No". */
export function YesNo({ yes }: { yes: boolean }) {
  const t = useT();
  return yes ? (
    t("yes")
  ) : (
    <Text span inherit c="dimmed">
      {t("no")}
    </Text>
  );
}

export const yesNo: Kind<boolean> = {
  show: (yes) => <YesNo yes={yes} />,
  text: (yes) => (yes ? "1" : "0"),
};

/** Several short texts in a row. */
export function Chips({ items }: { items: readonly string[] }) {
  if (items.length === 0)
    return (
      <Text span inherit c="dimmed">
        {NONE}
      </Text>
    );
  return (
    <Group gap={4}>
      {items.map((item) => (
        <Badge key={item} color="gray">
          {item}
        </Badge>
      ))}
    </Group>
  );
}
