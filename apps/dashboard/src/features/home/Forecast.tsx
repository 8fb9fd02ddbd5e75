import { Anchor, Badge, Button, Group, Text } from "@mantine/core";
import {
  IconAlertTriangle,
  IconClock,
  IconPlugConnected,
  IconServer2,
  IconShieldLock,
  IconTicket,
} from "@turnpike/ui/icons.ts";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Need } from "@turnpike/ui/lib/may.ts";
import { useCommand } from "../../lib/use-command.ts";
import { Link } from "react-router";
import type { CallResult } from "../../lib/call.ts";
import { formatDateTime, formatNumber } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import classes from "./home.module.css";

type Ending = CallResult<"forecast">["endings"][number];
type Notice = CallResult<"headerInit">["notices"][number];

const icons: Record<Ending["kind"], ReactNode> = {
  whitelist: <IconShieldLock size={18} aria-hidden />,
  coupon: <IconTicket size={18} aria-hidden />,
  static: <IconServer2 size={18} aria-hidden />,
  short: <IconServer2 size={18} aria-hidden />,
  port: <IconPlugConnected size={18} aria-hidden />,
  bandwidth: <IconPlugConnected size={18} aria-hidden />,
};
/** Balance alerts only; expiry alerts are shown with the items that expire. */
const ofBalance = ({ id, kind }: Notice) => kind === "alert" && /^alert-(traffic|wallet)-/.test(id);

/** How many rows are shown before the list is expanded. */
const COLLAPSED_ROWS = 4;

/** What is running low and what expires soon, each with what to do about it. */
export function Forecast(props: { forecast: CallResult<"forecast"> | undefined | null }) {
  const { t } = useTranslation("home");
  const notices = useCall("headerInit", {}).data?.notices.filter(ofBalance) ?? [];
  const { endings = [], endingsTotal = 0 } = props.forecast ?? {};
  const [all, setAll] = useState(false);
  const room = Math.max(0, COLLAPSED_ROWS - notices.length);
  const rest = endings.length - room;
  const firstEndings = all ? endings : endings.slice(0, room);
  const more = endingsTotal - endings.length;
  return (
    <Panel
      title={t("ahead.title")}
      className={classes.card ?? ""}
      actions={<Act needs="manage" to="/cli/setting?tab=alerts" label={t("ahead.alerts")} />}
    >
      {props.forecast === undefined && <LineSkeletons lines={3} height={20} />}
      {props.forecast && notices.length + endings.length === 0 && (
        <Text c="dimmed">{t("ahead.none")}</Text>
      )}
      <ul className={classes.rows}>
        {notices.map((notice) => (
          <li key={notice.id} className={classes.row}>
            <span className={classes.warn}>
              <IconAlertTriangle size={18} aria-hidden />
            </span>
            <Text fw={550} className={classes.what ?? ""}>
              {notice.title}
            </Text>
            {notice.to && <Act to={notice.to} label={t("ahead.act.alert")} />}
          </li>
        ))}
        {firstEndings.map((ending) => (
          <Row key={`${ending.kind}:${ending.id}`} ending={ending} />
        ))}
      </ul>
      {rest > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt={6}
          ml={-8}
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? t("ahead.fewer") : t("ahead.rest", { count: rest, rest: formatNumber(rest) })}
        </Button>
      )}
      {more > 0 && (all || rest <= 0) && (
        <Text fz="sm" c="dimmed" mt="sm">
          {t("ahead.more", { count: more, more: formatNumber(more) })}
        </Text>
      )}
    </Panel>
  );
}

function Row({ ending }: { ending: Ending }) {
  const { t } = useTranslation("home");
  const { kind, name, endsAt, autoRenew } = ending;
  return (
    <li className={classes.row}>
      {icons[kind]}
      <div className={classes.what}>
        <Anchor component={Link} to={screenFor(ending)} c="inherit" fw={550}>
          {name}
        </Anchor>
        <Text span fz="sm" c="dimmed">
          {t(`ahead.kinds.${kind}`, { at: formatDateTime(endsAt) })}
        </Text>
      </div>
      <Group gap="sm" justify="flex-end">
        {autoRenew && (
          <Badge variant="light" leftSection={<IconClock size={12} aria-hidden />}>
            {t("ahead.renews")}
          </Badge>
        )}
        {kind === "static" && autoRenew === false && <TurnOn ending={ending} />}
        <Act needs="buy" to={screenFor(ending)} label={t(`ahead.act.${kind}`)} about={name} />
      </Group>
    </li>
  );
}

/** The screen where one can act, at the item itself if the screen can show it. */
function screenFor({ kind, id, to }: Ending): string {
  if (kind === "coupon") return "/cli/home#coupons";
  return kind === "static" || kind === "short" ? `${to}?ip=${id}` : to;
}

function Act(props: { to: string; label: string; about?: string; needs?: Need }) {
  const { label, about } = props;
  const named = about ? { "aria-label": `${label}: ${about}` } : {};
  return (
    <Anchor component={Link} to={props.to} data-needs={props.needs} fz="sm" fw={550} {...named}>
      {label}
    </Anchor>
  );
}

/** Switches on auto-renewal with one click. */
function TurnOn({ ending }: { ending: Ending }) {
  const { t } = useTranslation("home");
  const renew = useCommand("staticRenewalAuto", {
    awaitRefetch: true,
  });
  return (
    <Button
      data-needs="money"
      variant="default"
      size="compact-sm"
      loading={renew.busy}
      aria-label={`${t("ahead.turnOn")}: ${ending.name}`}
      onClick={() => void renew.send({ id: ending.id, enabled: true })}
    >
      {t("ahead.turnOn")}
    </Button>
  );
}
