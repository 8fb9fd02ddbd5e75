import { Badge, Group, Progress, Stack, Text, Tooltip } from "@mantine/core";
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { useTranslation } from "react-i18next";
import { formatBytes, formatNumber } from "@turnpike/ui/lib/format.ts";
import { Bytes } from "@turnpike/ui/Bytes.tsx";
import { shareOf } from "./allotment.ts";

const MAX_NAMES = 12;

/** A sub-account's limits at a glance: bars for what is used up by the day and by the month. */
export function Limits({ row }: { row: SubAccount }) {
  const { t } = useTranslation("traffic-use");
  const { maxConnections, dayBytes, monthBytes, allowDomains, denyDomains } = row.limits;
  const domains = allowDomains.length + denyDomains.length + row.targetBudgets.length;
  if (maxConnections === null && dayBytes === null && monthBytes === null && domains === 0) {
    return (
      <Text span c="dimmed" fz="sm">
        {t("limits.none")}
      </Text>
    );
  }
  return (
    <Stack gap={6} miw={{ base: 0, sm: 150 }}>
      <Used what="today" used={row.dayUsedBytes} of={dayBytes} account={row.account} />
      <Used what="thisMonth" used={row.monthUsedBytes} of={monthBytes} account={row.account} />
      <Group gap={6}>
        {maxConnections !== null && (
          <Badge color="gray" size="sm" title={t("limits.maxConnections")}>
            {t("limits.connections", {
              count: maxConnections,
              number: formatNumber(maxConnections),
            })}
          </Badge>
        )}
        <DomainBadge kind="allowed" domains={allowDomains} />
        <DomainBadge kind="denied" domains={denyDomains} />
        <BudgetBadge budgets={row.targetBudgets} />
      </Group>
    </Stack>
  );
}

function Used(props: {
  what: "today" | "thisMonth";
  used: number;
  of: number | null;
  account: string;
}) {
  const { t } = useTranslation("traffic-use");
  if (props.of === null) return null;
  const share = shareOf(props.used, props.of);
  return (
    <Stack gap={3}>
      <Group gap="0 8px" justify="space-between" wrap="nowrap">
        <Text span fz="xs" c="dimmed">
          {t(`limits.${props.what}`)}
        </Text>
        <Text span fz="xs">
          <Bytes bytes={props.used} /> / <Bytes bytes={props.of} />
        </Text>
      </Group>
      <Progress
        value={share}
        size="xs"
        color={share >= 90 ? "red.8" : "pike"}
        aria-label={t(`limits.${props.what}Of`, { account: props.account })}
      />
    </Stack>
  );
}

/** How many domains; which ones shows on hover and focus. */
function DomainBadge(props: { kind: "allowed" | "denied"; domains: readonly string[] }) {
  const { t } = useTranslation("traffic-use");
  const { kind, domains } = props;
  if (domains.length === 0) return null;
  const names = domains.slice(0, MAX_NAMES).join(", ");
  const more = domains.length > MAX_NAMES ? ", …" : "";
  return (
    <Tooltip
      label={names + more}
      multiline
      maw={320}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Badge color={kind === "allowed" ? "pike" : "red"} size="sm" tabIndex={0}>
        {t(`limits.${kind}`, { count: domains.length })}
      </Badge>
    </Tooltip>
  );
}

/** How many targets have a budget; what is used of each shows on hover and focus. */
function BudgetBadge({ budgets }: { budgets: SubAccount["targetBudgets"] }) {
  const { t } = useTranslation("traffic-use");
  if (budgets.length === 0) return null;
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
  return (
    <Tooltip
      label={lines.join("\n") + (budgets.length > MAX_NAMES ? "\n…" : "")}
      multiline
      maw={360}
      style={{ whiteSpace: "pre-line" }}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Badge color={isSpent ? "red" : "gray"} size="sm" tabIndex={0}>
        {t("limits.budgets", { count: budgets.length })}
      </Badge>
    </Tooltip>
  );
}
