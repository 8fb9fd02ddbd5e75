import { Anchor, Badge, Group, Text, ThemeIcon } from "@mantine/core";
import {
  IconHistory,
  IconLogin2,
  IconLogout,
  IconShieldCog,
  type Icon,
} from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { CallResult } from "../../lib/call.ts";
import { formatDateTime, formatExactMoment } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { type Column, DataTable } from "@turnpike/ui/DataTable.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { useLastPage } from "@turnpike/ui/last-page.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useTableUrl } from "@turnpike/ui/table-url.ts";
import { type EventKind, kindOfEvent } from "./login-events.ts";
import classes from "./sessions.module.css";
import { useDeviceName } from "./use-device-name.ts";

type Row = CallResult<"loginLog">["items"][number];

/** Sign-ins and security changes, newest first (spec/accounts#login-log). */
export function LoginLog() {
  const { t } = useTranslation("setting-account");
  const url = useTableUrl("log");
  const { page, limit } = url;
  const log = useCall("loginLog", { page, limit }, { keepLast: true });
  useLastPage(url, log.data);
  return (
    <Panel
      title={t("log.title")}
      description={
        <>
          {t("log.description")} {t("log.notYou")}{" "}
          <Anchor component={Link} to="/cli/setting?tab=security" underline="always">
            {t("log.changePassword")}
          </Anchor>
        </>
      }
      flush
    >
      <DataTable
        label={t("log.list")}
        columns={useColumns()}
        rows={log.data?.items}
        rowId={(row) => `${row.at} ${row.event} ${row.ip}`}
        error={log.error}
        onRetry={() => void log.refetch()}
        total={log.data?.total}
        url={url}
        empty={
          <EmptyState
            icon={<IconHistory size={22} />}
            title={t("log.none")}
            text={t("log.noneHelp")}
          />
        }
      />
    </Panel>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation("setting-account");
  const deviceName = useDeviceName();
  return [
    { key: "event", title: t("log.columns.event"), render: (row) => <Event row={row} /> },
    { key: "at", title: t("log.columns.at"), render: ({ at }) => <Moment at={at} /> },
    { key: "place", title: t("log.columns.place"), render: (row) => <Place row={row} /> },
    {
      key: "device",
      title: t("log.columns.device"),
      wrap: true,
      render: ({ agent }) => <span title={agent}>{deviceName(agent)}</span>,
    },
  ];
}

const looks: Record<EventKind, { icon: Icon; color: string }> = {
  signIn: { icon: IconLogin2, color: "gray" },
  signOut: { icon: IconLogout, color: "gray" },
  change: { icon: IconShieldCog, color: "amber" },
};

/** The event; changes differ from sign-ins by badge, weight and colour. */
function Event({ row }: { row: Row }) {
  const { t } = useTranslation("setting-account");
  const kind = kindOfEvent[row.event];
  const { icon: Icon, color } = looks[kind];
  return (
    <Group gap="sm" wrap="nowrap" data-kind={kind}>
      <ThemeIcon variant="light" size={28} radius="md" color={color} aria-hidden>
        <Icon size={16} />
      </ThemeIcon>
      <Group gap={6}>
        <Text fw={kind === "change" ? 650 : 500} fz="inherit">
          {t(`log.events.${row.event}`)}
        </Text>
        {kind === "change" && <Badge color="amber">{t("log.change")}</Badge>}
        {row.current && <Badge>{t("log.thisSession")}</Badge>}
      </Group>
    </Group>
  );
}

function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExactMoment(at)}>
      {formatDateTime(at)}
    </time>
  );
}

function Place({ row }: { row: Row }) {
  const { countryName, ip } = row;
  if (!countryName) return ip;
  return (
    <span className={classes.two}>
      <span>{countryName}</span>
      <span className={classes.second}>{ip}</span>
    </span>
  );
}
