import { Anchor, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatNumber, formatRate } from "@turnpike/ui/lib/format.ts";
import { chartColour } from "@turnpike/ui/ChartTip.tsx";
import { type Column, DataTable } from "@turnpike/ui/DataTable.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { COLOURED, type Moment } from "./history.ts";
import classes from "./live.module.css";
import type { LiveTraffic } from "./use-live.ts";

type Row = Moment["byAccount"][number];

/** Sub-accounts with open connections or traffic, busiest first; also the charts' legend. */
export function ByAccount({ history, places }: LiveTraffic) {
  const { t } = useTranslation("live");
  const now = history.at(-1);
  const columns: Column<Row>[] = [
    {
      key: "account",
      title: t("account"),
      render: ({ account }) => <Name account={account} places={places} />,
    },
    {
      key: "rate",
      title: t("speed"),
      align: "right",
      width: 160,
      render: (row) => formatRate(row.bytesPerSecond),
    },
    {
      key: "connections",
      title: t("connections"),
      align: "right",
      width: 200,
      render: (row) => formatNumber(row.connections),
    },
  ];
  const more = now ? now.accounts - now.byAccount.length : 0;
  return (
    <Panel flush title={t("byAccount")} description={t("byAccountHelp")}>
      <DataTable<Row>
        label={t("list")}
        columns={columns}
        rows={now?.byAccount}
        rowId={(row) => row.account}
        empty={
          <Text ta="center" c="dimmed" fz="sm" px="md" py="lg">
            {t("nobody")}
          </Text>
        }
      />
      {more > 0 && (
        <Text ta="center" c="dimmed" fz="sm" py="sm">
          {t("more", { count: more })}
        </Text>
      )}
    </Panel>
  );
}

function Name({ account, places }: { account: string; places: LiveTraffic["places"] }) {
  const { t } = useTranslation("live");
  const place = places.indexOf(account);
  const background = chartColour(place < 0 ? COLOURED : place);
  return (
    <Group gap={10} wrap="nowrap">
      <span className={classes.swatch} style={{ background }} aria-hidden />
      <Anchor
        component={Link}
        to={`/cli/request-log?account=${encodeURIComponent(account)}`}
        title={t("toLog", { account })}
        fz="sm"
        fw={550}
      >
        {account}
      </Anchor>
    </Group>
  );
}
