import { Badge, Text, Tooltip } from "@mantine/core";
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes, formatNumber } from "@turnpike/ui/lib/format.ts";
import { gbText } from "@turnpike/ui/Bytes.tsx";
import { shareOf } from "./allotment.ts";
import classes from "./sub-account.module.css";

const MAX_NAMES = 12;
/** How many are shown on the line; the others show on hover, focus and touch. */
const SHOWN = 2;

interface Limit {
  key: string;
  text: string;
  color: string;
  /** The text of the tooltip. */
  hint: string;
}

/** A sub-account's limits on one line; red if nearly used up. */
export function Limits({ row }: { row: SubAccount }) {
  const { t } = useTranslation("traffic-use");
  const limits = useLimits(row);
  if (limits.length === 0) {
    return (
      <Text span c="dimmed" fz="sm">
        {t("limits.none")}
      </Text>
    );
  }
  const more = limits.slice(SHOWN);
  return (
    <span className={classes.limits}>
      {limits.slice(0, SHOWN).map((limit) => (
        <Chip key={limit.key} color={limit.color} hint={limit.hint}>
          {limit.text}
        </Chip>
      ))}
      {more.length > 0 && (
        <Chip color="gray" hint={more.map(({ text, hint }) => `${text}: ${hint}`).join("; ")}>
          +{formatNumber(more.length)}
        </Chip>
      )}
    </span>
  );
}

function Chip(props: { color: string; hint: string; children: ReactNode }) {
  return (
    <Tooltip
      label={props.hint}
      multiline
      maw={320}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Badge color={props.color} size="sm" miw="max-content" tabIndex={0}>
        {props.children}
      </Badge>
    </Tooltip>
  );
}

/** The limits that are set: daily, monthly, connections, domains. */
function useLimits(row: SubAccount): Limit[] {
  const { t } = useTranslation("traffic-use");
  const budgets = useBudgets(row.targetBudgets);
  const { limits, dayUsedBytes, monthUsedBytes } = row;
  const used = (what: "today" | "thisMonth", bytes: number, of: number | null): Limit[] => {
    if (of === null) return [];
    const color = shareOf(bytes, of) >= 90 ? "red" : "gray";
    const text = `${gbText(bytes)} / ${gbText(of)}`;
    return [{ key: what, color, text, hint: t(`limits.${what}`) }];
  };
  const { maxConnections, allowDomains, denyDomains } = limits;
  const domains = (kind: "allowed" | "denied", names: readonly string[]): Limit[] => {
    if (names.length === 0) return [];
    const more = names.length > MAX_NAMES ? ", …" : "";
    const hint = names.slice(0, MAX_NAMES).join(", ") + more;
    const color = kind === "allowed" ? "good" : "red";
    return [{ key: kind, color, text: t(`limits.${kind}`, { count: names.length }), hint }];
  };
  return [
    ...used("today", dayUsedBytes, limits.dayBytes),
    ...used("thisMonth", monthUsedBytes, limits.monthBytes),
    ...(maxConnections === null
      ? []
      : [
          {
            key: "connections",
            color: "gray",
            text: t("limits.connections", {
              count: maxConnections,
              number: formatNumber(maxConnections),
            }),
            hint: t("limits.maxConnections"),
          },
        ]),
    ...domains("allowed", allowDomains),
    ...domains("denied", denyDomains),
    ...budgets,
  ];
}

/** The number of targets with a budget, and the usage of each. */
function useBudgets(budgets: SubAccount["targetBudgets"]): Limit[] {
  const { t } = useTranslation("traffic-use");
  if (budgets.length === 0) return [];
  const of = (used: number, bytes: number | null, what: "today" | "thisMonth") =>
    bytes === null ? [] : [`${t(`limits.${what}`)} ${formatBytes(used)} / ${formatBytes(bytes)}`];
  const lines = budgets.slice(0, MAX_NAMES).map((one) => {
    const parts = [
      ...of(one.dayUsedBytes, one.dayBytes, "today"),
      ...of(one.monthUsedBytes, one.monthBytes, "thisMonth"),
    ];
    return `${one.target}: ${parts.join(", ")}`;
  });
  const isSpent = budgets.some(
    (one) =>
      (one.dayBytes !== null && one.dayUsedBytes >= one.dayBytes) ||
      (one.monthBytes !== null && one.monthUsedBytes >= one.monthBytes),
  );
  const hint = lines.join("; ") + (budgets.length > MAX_NAMES ? "; …" : "");
  const text = t("limits.budgets", { count: budgets.length });
  return [{ key: "budgets", color: isSpent ? "red" : "gray", text, hint }];
}
