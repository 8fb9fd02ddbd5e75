import { List } from "@turnpike/ui/list/List.tsx";
import { useList } from "../../ui/list/use-list.ts";
import { when } from "@turnpike/ui/list/kinds.tsx";
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
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { type EventKind, kindOfEvent } from "./login-events.ts";
import classes from "./sessions.module.css";
import { useDeviceName } from "./use-device-name.ts";

type Row = CallResult<"loginLog">["items"][number];

/** Sign-ins and security changes, newest first (spec/accounts#login-log). */
export function LoginLog() {
  const { t } = useTranslation("setting-account");
  const list = useList("loginLog", {
    prefix: "log",
    rowId: (row) => `${row.at} ${row.event} ${row.ip}`,
  });
  return (
    <List
      list={list}
      title={t("log.title")}
      description={
        <>
          {t("log.description")} {t("log.notYou")}{" "}
          <Anchor component={Link} to="/cli/setting?tab=security" underline="always">
            {t("log.changePassword")}
          </Anchor>
        </>
      }
      label={t("log.list")}
      columns={useColumns()}
      empty={{
        icon: <IconHistory size={22} />,
        title: t("log.none"),
        text: t("log.noneHelp"),
      }}
    />
  );
}

function useColumns(): ListColumn<Row>[] {
  const { t } = useTranslation("setting-account");
  const deviceName = useDeviceName();
  return [
    { key: "event", title: t("log.columns.event"), show: (row) => <Event row={row} /> },
    { key: "at", title: t("log.columns.at"), as: when },
    { key: "place", title: t("log.columns.place"), show: (row) => <Place row={row} /> },
    {
      key: "device",
      title: t("log.columns.device"),
      wrap: true,
      show: ({ agent }) => <span title={agent}>{deviceName(agent)}</span>,
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
