import { Badge, Box, Button, Group, Stack, Text, ThemeIcon } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDate, formatDateTime } from "@turnpike/ui/lib/format.ts";
import { TimeAgo } from "@turnpike/ui/TimeAgo.tsx";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { useEnd } from "./use-end.tsx";
import classes from "./sessions.module.css";
import { newestUse, othersOf, placeOf, type Session, useSessions } from "./sessions.ts";
import { useDeviceName } from "./use-device-name.ts";
import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDevicesQuestion,
  IconDeviceTablet,
  IconTerminal2,
  type Icon,
} from "@turnpike/ui/icons.ts";
import { type DeviceKind, deviceOf } from "./device.ts";

const icons: Record<DeviceKind, Icon> = {
  desktop: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  program: IconTerminal2,
  unknown: IconDevicesQuestion,
};

/** An icon for the kind of device of a user agent. */
function DeviceIcon(props: { agent: string; current: boolean }) {
  const Icon = icons[deviceOf(props.agent).kind];
  return (
    <ThemeIcon
      variant="light"
      size={38}
      radius="md"
      color={props.current ? "good" : "gray"}
      aria-hidden
    >
      <Icon size={20} />
    </ThemeIcon>
  );
}

const waiting = (
  <Box p="md">
    <LineSkeletons lines={4} height={22} />
  </Box>
);

/** More devices than these are shown after a click. */
const FIRST_DEVICES = 8;

/** Where the account is signed in; sessions can be ended here. */
export function Devices() {
  const { t } = useTranslation("setting-account");
  const sessions = useSessions();
  const end = useEnd();
  const others = othersOf(sessions.data?.items ?? []);
  return (
    <Panel
      title={t("devices.title")}
      description={t("devices.description")}
      flush
      actions={
        others.length > 0 && (
          <Button variant="default" size="xs" onClick={() => end.others(others.length)}>
            {t("devices.endOthers")}
          </Button>
        )
      }
    >
      <Loaded of={sessions} waiting={waiting}>
        {(answer) => <List items={answer.items} onEnd={end.one} />}
      </Loaded>
    </Panel>
  );
}

function List(props: { items: readonly Session[]; onEnd: (session: Session) => void }) {
  const { t } = useTranslation("setting-account");
  const { items } = props;
  const [all, setAll] = useState(false);
  const firstDevices = all ? items : items.slice(0, FIRST_DEVICES);
  const nowMs = newestUse(items);
  return (
    <>
      <ul className={classes.list} aria-label={t("devices.list")}>
        {firstDevices.map((session) => (
          <Row key={session.id} session={session} nowMs={nowMs} onEnd={props.onEnd} />
        ))}
      </ul>
      {items.length > FIRST_DEVICES && (
        <Group className={classes.foot}>
          <Button variant="subtle" size="xs" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t("devices.fewer") : t("devices.all", { shown: items.length })}
          </Button>
        </Group>
      )}
      {othersOf(items).length === 0 && (
        <Text fz="sm" c="dimmed" className={classes.foot}>
          {t("devices.nowhereElse")}
        </Text>
      )}
    </>
  );
}

function Row(props: { session: Session; nowMs: number; onEnd: (session: Session) => void }) {
  const { t } = useTranslation("setting-account");
  const deviceName = useDeviceName();
  const { session } = props;
  const name = deviceName(session.agent);
  return (
    <li className={classes.row}>
      <DeviceIcon agent={session.agent} current={session.current} />
      <Stack gap={2} className={classes.grows}>
        <Group gap="xs">
          <Text fw={600} title={session.agent} className={classes.breaks}>
            {name}
          </Text>
          {session.current && <Badge>{t("devices.thisDevice")}</Badge>}
        </Group>
        <Where session={session} nowMs={props.nowMs} />
      </Stack>
      {!session.current && (
        <Button
          variant="default"
          size="xs"
          aria-label={t("devices.endNamed", { device: name })}
          onClick={() => props.onEnd(session)}
        >
          {t("devices.end")}
        </Button>
      )}
    </li>
  );
}

/** Place and last use; below, when the session began and when it ends. */
function Where({ session, nowMs }: { session: Session; nowMs: number }) {
  const { t } = useTranslation("setting-account");
  return (
    <>
      <Text fz="sm" component="div" className={classes.breaks}>
        {placeOf(session)} ·{" "}
        {session.current ? (
          t("devices.activeNow")
        ) : (
          <>
            {t("devices.lastUsed")} <TimeAgo at={session.lastSeenAt} nowMs={nowMs} />
          </>
        )}
      </Text>
      <Text fz="xs" c="dimmed">
        {t("devices.signedIn", { at: formatDate(session.createdAt) })} ·{" "}
        {session.expiresAt
          ? t("devices.ends", { at: formatDateTime(session.expiresAt) })
          : t("devices.stays")}
      </Text>
    </>
  );
}
