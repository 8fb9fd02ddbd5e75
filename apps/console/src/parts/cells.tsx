/** How values are shown in tables and lists of facts. */
import { Anchor, Badge, Group, Text } from "@mantine/core";
import { formatCents, formatDateTime, formatExactMoment } from "@turnpike/ui/lib/format.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useMay } from "../lib/me.ts";
import { useT, word } from "../lib/words.ts";

/** What is missing. */
export const NONE = "–";

/** An instant to the minute; all of it on hover. Null: none. */
export function When({ at }: { at: string | null }) {
  if (at === null)
    return (
      <Text span inherit c="dimmed">
        {NONE}
      </Text>
    );
  return (
    <time dateTime={at} title={formatExactMoment(at)}>
      {formatDateTime(at)}
    </time>
  );
}

/** Cents as dollars; nothing is dimmed. */
export function Money({ cents }: { cents: number | null }) {
  if (cents === null)
    return (
      <Text span inherit c="dimmed">
        {NONE}
      </Text>
    );
  return (
    <Text span inherit className="numeric" {...(cents === 0 ? { c: "dimmed" } : {})}>
      {formatCents(cents)}
    </Text>
  );
}

/** Ids, addresses and other texts that are compared letter by letter. */
export function Code({ children }: { children: ReactNode }) {
  return (
    <Text span inherit ff="monospace" fz="0.8125rem">
      {children}
    </Text>
  );
}

/** A customer's e-mail, which leads to their page where the role may see it. */
export function CustomerLink(props: { accountId: string | null; email: string | null }) {
  const t = useT();
  const may = useMay();
  const name = props.email ?? t("closedAccount");
  if (props.accountId === null)
    return (
      <Text span inherit c="dimmed">
        {NONE}
      </Text>
    );
  if (!may("customer")) return name;
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
]);
const bad = new Set([
  "disabled",
  "offline",
  "failed",
  "rejected",
  "lost",
  "unowned",
  "gone",
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
]);

function colourOf(state: string): string {
  if (good.has(state)) return "pike";
  if (bad.has(state)) return "red";
  return waiting.has(state) ? "amber" : "gray";
}

/** A state in words: green is well, amber waits, red is wrong, grey is over. */
export function State({ state }: { state: string }) {
  return (
    <Badge color={colourOf(state)} miw="max-content">
      {word("states", state)}
    </Badge>
  );
}

/** What is so and what is not. */
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

/** Several short texts side by side. */
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
