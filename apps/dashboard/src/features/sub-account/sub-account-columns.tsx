import { may } from "@turnpike/ui/lib/may.ts";
import { useCall } from "../../lib/queries.ts";
import { poolChoice } from "./pools.ts";
import { Badge, Group, Progress, Stack, Switch, Text } from "@mantine/core";
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { formatDate, formatDateTime } from "@turnpike/ui/lib/format.ts";
import { Bytes } from "@turnpike/ui/Bytes.tsx";
import { Cell } from "@turnpike/ui/Cell.tsx";
import type { CardLines } from "@turnpike/ui/DataTable.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { SecretText } from "@turnpike/ui/SecretText.tsx";
import { StatusDot } from "@turnpike/ui/StatusDot.tsx";
import { useTodayColumn } from "../proxy-table/cells.tsx";
import { accountState, stateTones } from "./account-state.ts";
import { shareOf } from "./allotment.ts";
import { Limits } from "./Limits.tsx";
import classes from "./sub-account.module.css";

/** The columns of the table of sub-accounts. */
export function useColumns(): ListColumn<SubAccount>[] {
  const { t } = useTranslation("traffic-use");
  return [
    {
      key: "account",
      title: t("columns.account"),
      show: (row) => <Name row={row} />,
    },
    { key: "state", title: t("columns.state"), show: State },
    {
      key: "password",
      title: t("columns.password"),
      show: ({ account, password }) => (
        <SecretText
          value={password}
          showLabel={t("accounts.showPassword", { account })}
          hideLabel={t("accounts.hidePassword", { account })}
          copyLabel={t("accounts.copyPassword", { account })}
        />
      ),
    },
    {
      key: "usedBytes",
      title: t("columns.traffic"),
      show: (row) => <Traffic row={row} />,
    },
    useTodayColumn<SubAccount>(),
    {
      key: "limits",
      extra: "narrow",
      title: t("columns.limits"),
      show: (row) => <Limits row={row} />,
    },
    { key: "enabled", title: t("columns.enabled"), show: (row) => <Enabled row={row} /> },
    {
      key: "createdAt",
      extra: "chosen",
      title: t("columns.created"),
      show: ({ createdAt }) => (
        <time dateTime={createdAt} title={formatDateTime(createdAt)}>
          {formatDate(createdAt)}
        </time>
      ),
    },
  ];
}

/** The name, and below it the remark. */
function Name({ row }: { row: SubAccount }) {
  const { remark } = row;
  return (
    <div className={classes.named}>
      <Account row={row} />
      {remark && (
        <Text fz="xs" c="dimmed" truncate maw={180} title={remark}>
          {remark}
        </Text>
      )}
    </div>
  );
}

function Account({ row }: { row: SubAccount }) {
  const { t } = useTranslation("traffic-use");
  return (
    <Group gap={8} wrap="nowrap">
      <Text span fw={600} fz="sm">
        {row.account}
      </Text>
      {row.main && (
        <Badge miw="max-content" size="sm" title={t("accounts.mainHelp")}>
          {t("accounts.main")}
        </Badge>
      )}
      <Pool pool={row.pool} />
    </Group>
  );
}

/** The pool that serves it; nothing while there is only one. */
function Pool({ pool }: { pool: string }) {
  const { data } = useCall("trafficInfo", {});
  const found = poolChoice(data).find((one) => one.pool === pool);
  return (
    found && (
      <Badge miw="max-content" size="sm" variant="outline">
        {found.title}
      </Badge>
    )
  );
}

/** Whether it can carry traffic, and if not, why. */
function State(row: SubAccount) {
  const { t } = useTranslation("traffic-use");
  const state = accountState(row);
  return (
    <StatusDot tone={stateTones[state]} hint={state !== "works" && t(`states.${state}Help`)}>
      {t(`states.${state}`)}
    </StatusDot>
  );
}

/** The row as a card on phones. */
export const AccountCard = (row: SubAccount): CardLines => ({
  head: <Account row={row} />,
  line: [
    <Cell key="state" render={State} row={row} />,
    <span key="traffic">
      <Bytes bytes={row.usedBytes} /> / <Bytes bytes={row.allocatedBytes} />
    </span>,
    row.remark,
  ],
});

function Enabled({ row }: { row: SubAccount }) {
  const { t } = useTranslation("traffic-use");
  const update = useCommand("upSubUser", {
    awaitRefetch: true,
  });
  // Shows the new value while the call is in progress.
  const enabled = update.busy ? (update.sent?.enabled ?? row.enabled) : row.enabled;
  return (
    <Switch
      size="sm"
      display="inline-block"
      disabled={!may("proxies")}
      aria-label={t("accounts.enabledOf", { account: row.account })}
      checked={enabled}
      onChange={(event) => void update.send({ id: row.id, enabled: event.currentTarget.checked })}
    />
  );
}

function Traffic({ row }: { row: SubAccount }) {
  const { t } = useTranslation("traffic-use");
  const share = shareOf(row.usedBytes, row.allocatedBytes);
  return (
    <Stack gap={3} miw={{ base: 0, sm: 185 }}>
      <Group gap="0 8px" justify="space-between" wrap="nowrap">
        <Text span fz="sm">
          <Bytes bytes={row.usedBytes} /> / <Bytes bytes={row.allocatedBytes} />
        </Text>
        <Text span fz="xs" c="dimmed">
          <Bytes bytes={row.availableBytes} /> {t("accounts.left")}
        </Text>
      </Group>
      <Progress
        value={share}
        size={4}
        color={share >= 90 ? "red.8" : "good"}
        aria-label={t("accounts.usedOf", { account: row.account })}
      />
    </Stack>
  );
}
