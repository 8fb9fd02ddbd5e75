import { Group, Text, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import classes from "../static.module.css";
import { type Status, statuses } from "../static-ip.ts";
import type { Term } from "../term.ts";
import { useSummary } from "../use-ips.ts";

/** The number of IPs by status; each number filters by it. */
export function StatusFilter(props: {
  term: Term;
  value: string;
  onChange: (changes: { status: string }) => void;
}) {
  const { t } = useTranslation("static");
  const { glance: summary, autoRenew } = useSummary(props.term);
  const numbers = summary.data && {
    all: summary.data.active + summary.data.expired,
    active: summary.data.active,
    expiring: summary.data.expiringSoon,
    expired: summary.data.expired,
    unreachable: summary.data.unreachable,
  };
  const chosen = statuses.find((option) => option === props.value) ?? "all";
  return (
    <Group gap={8} className={classes.statuses ?? ""} role="group" aria-label={t("list.statusOf")}>
      {(["all", ...statuses] as const).map((status) => (
        <Chip
          key={status}
          status={status}
          count={numbers?.[status]}
          pressed={status === chosen}
          onClick={() => props.onChange({ status: status === "all" ? "" : status })}
        />
      ))}
      {autoRenew !== undefined && (
        <Text fz="sm" c="dimmed" mis={{ base: 0, sm: "auto" }} className="numeric">
          {t("list.autoRenews", { count: autoRenew, amount: formatNumber(autoRenew) })}
        </Text>
      )}
    </Group>
  );
}

function Chip(props: {
  status: Status | "all";
  count: number | undefined;
  pressed: boolean;
  onClick: () => void;
}) {
  const { t } = useTranslation("static");
  const { status, count } = props;
  return (
    <UnstyledButton
      className={classes.status}
      aria-pressed={props.pressed}
      data-status={count ? status : undefined}
      onClick={props.onClick}
    >
      {t(`statuses.${status}`)}{" "}
      <span className={classes.count}>{count === undefined ? "…" : formatNumber(count)}</span>
    </UnstyledButton>
  );
}
