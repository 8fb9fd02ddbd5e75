import { Badge, Group, Progress, Stack, Switch, Text } from "@mantine/core";
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { useTranslation } from "react-i18next";
import { formatDate, formatDateTime } from "@turnpike/ui/lib/format.ts";
import { useCommand } from "../../lib/queries.ts";
import { Bytes } from "@turnpike/ui/Bytes.tsx";
import type { Column } from "@turnpike/ui/DataTable.tsx";
import { SecretText } from "@turnpike/ui/SecretText.tsx";
import { shareOf } from "./allotment.ts";
import { Limits } from "./Limits.tsx";

/** What the table shows of a sub-account. */
export function useColumns(): Column<SubAccount>[] {
  const { t } = useTranslation("traffic-use");
  return [
    {
      key: "account",
      title: t("columns.account"),
      sortable: true,
      render: (row) => <Name row={row} />,
    },
    {
      key: "password",
      title: t("columns.password"),
      render: ({ account, password }) => (
        <SecretText
          value={password}
          showLabel={t("accounts.showPassword", { account })}
          hideLabel={t("accounts.hidePassword", { account })}
          copyLabel={t("accounts.copyPassword", { account })}
        />
      ),
    },
    { key: "enabled", title: t("columns.enabled"), render: (row) => <Enabled row={row} /> },
    {
      key: "usedBytes",
      title: t("columns.traffic"),
      sortable: true,
      render: (row) => <Traffic row={row} />,
    },
    { key: "limits", title: t("columns.limits"), render: (row) => <Limits row={row} /> },
    {
      key: "remark",
      extra: true,
      title: t("columns.remark"),
      wrap: true,
      render: ({ remark }) => (
        <Text fz="sm" maw={220} lineClamp={2} title={remark} span>
          {remark || "–"}
        </Text>
      ),
    },
    {
      key: "createdAt",
      extra: true,
      sortable: true,
      title: t("columns.created"),
      render: ({ createdAt }) => (
        <time dateTime={createdAt} title={formatDateTime(createdAt)}>
          {formatDate(createdAt)}
        </time>
      ),
    },
  ];
}

function Name({ row }: { row: SubAccount }) {
  const { t } = useTranslation("traffic-use");
  return (
    <Group gap={8} wrap="nowrap">
      <Text span fw={600} fz="sm">
        {row.account}
      </Text>
      {row.main && (
        <Badge miw="max-content" title={t("accounts.mainHelp")}>
          {t("accounts.main")}
        </Badge>
      )}
    </Group>
  );
}

function Enabled({ row }: { row: SubAccount }) {
  const { t } = useTranslation("traffic-use");
  const update = useCommand("upSubUser", {
    invalidates: ["subUsers", "availableSubUsers"],
    settles: true,
  });
  // While the answer is under way the switch already shows the new value.
  const enabled = update.isPending ? (update.variables.enabled ?? row.enabled) : row.enabled;
  return (
    <Switch
      size="sm"
      display="inline-block"
      aria-label={t("accounts.enabledOf", { account: row.account })}
      checked={enabled}
      onChange={(event) => update.mutate({ id: row.id, enabled: event.currentTarget.checked })}
    />
  );
}

function Traffic({ row }: { row: SubAccount }) {
  const { t } = useTranslation("traffic-use");
  const share = shareOf(row.usedBytes, row.allocatedBytes);
  return (
    <Stack gap={4} miw={{ base: 0, sm: 205 }}>
      <Group gap="0 8px" justify="space-between">
        <Text span fz="sm">
          <Bytes bytes={row.usedBytes} /> / <Bytes bytes={row.allocatedBytes} />
        </Text>
        <Text span fz="xs" c="dimmed">
          <Bytes bytes={row.availableBytes} /> {t("accounts.left")}
        </Text>
      </Group>
      <Progress
        value={share}
        size="sm"
        color={share >= 90 ? "red.8" : "pike"}
        aria-label={t("accounts.usedOf", { account: row.account })}
      />
    </Stack>
  );
}
