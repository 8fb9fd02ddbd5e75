import { Alert, Button, Group, Stack, Text, Title } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCalendarPlus,
  IconClockOff,
  IconPencil,
  IconReplace,
  IconServerOff,
} from "@turnpike/ui/icons.ts";
import type { ReactNode } from "react";
import { SideDrawer } from "@turnpike/ui/SideDrawer.tsx";
import { useTranslation } from "react-i18next";
import { CallRefused, type CallResult } from "../../../lib/call.ts";
import { formatDateTime } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../../lib/queries.ts";
import { useLastValue } from "../../../lib/use-last-value.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import type { IpActs } from "../acts/use-ip-acts.ts";
import { IpDetailList } from "./IpDetailList.tsx";
import { IpEvents, IpRenewal, IpUse } from "./IpInfo.tsx";
import { StatusBadge } from "../IpStatus.tsx";
import classes from "../static.module.css";
import { addressOf, type StaticIp, statusOf, endpointOf } from "../static-ip.ts";
import type { Term } from "../term.ts";
import { REFRESH_MS } from "../use-ips.ts";
import type { OpenedIp } from "./use-opened-ip.ts";
import { EndpointTry } from "../../proxy-test/EndpointTry.tsx";

type Info = CallResult<"staticInfo">;

/** The details of a static IP, and a way to test it. */
export function IpDetails(props: { term: Term; opened: OpenedIp; acts: IpActs }) {
  const { t } = useTranslation(["static", "ui"]);
  const { term, opened } = props;
  const id = useLastValue(opened.id || null) ?? "";
  return (
    <SideDrawer
      opened={opened.id !== ""}
      title={t("details.title")}
      onClose={() => opened.open("")}
    >
      {term === "static" ? (
        <Long {...props} key={id} id={id} />
      ) : (
        <Short {...props} key={id} id={id} />
      )}
    </SideDrawer>
  );
}

type Props = Parameters<typeof IpDetails>[0];

/** The long term has a call for a single IP. */
function Long(props: Props & { id: string }) {
  const info = useCall(
    "staticInfo",
    { id: props.id },
    {
      enabled: props.id !== "",
      everyMs: REFRESH_MS,
    },
  );
  const row = info.data ?? props.opened.row;
  if (info.error instanceof CallRefused && info.error.code === 404) return <IpNotFound />;
  if (info.isError && !row) {
    return <ErrorState error={info.error} onRetry={() => void info.refetch()} />;
  }
  if (!row) return <LineSkeletons lines={8} height={20} />;
  return (
    <One {...props} row={row}>
      {info.data && <More info={info.data} />}
      {!info.data && <LineSkeletons lines={5} height={20} />}
    </One>
  );
}

function More({ info }: { info: Info }) {
  const { t } = useTranslation("static");
  return (
    <>
      <Section title={t("details.use")} help={t("details.useHelp")}>
        <IpUse usage={info.usage} />
      </Section>
      <Section title={t("details.renewal")} help={t("details.renewalHelp")}>
        <IpRenewal prices={info.renewalPrices} />
      </Section>
      <Section title={t("details.history")}>
        <IpEvents events={info.history} />
      </Section>
    </>
  );
}

/** The short term uses the list call, restricted to this IP, whatever page the list shows. */
function Short(props: Props & { id: string }) {
  const { id, opened } = props;
  const list = useCall("shortUsed", { id }, { enabled: id !== "", everyMs: REFRESH_MS });
  const row = list.data ? list.data.items[0] : opened.row;
  if (row) return <One {...props} row={row} />;
  if (list.data) return <IpNotFound />;
  if (list.isError) {
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  }
  return <LineSkeletons lines={8} height={20} />;
}

function IpNotFound() {
  const { t } = useTranslation("static");
  return (
    <EmptyState
      icon={<IconServerOff size={22} />}
      title={t("details.gone")}
      text={t("details.goneHelp")}
    />
  );
}

function One(props: Props & { row: StaticIp; children?: ReactNode }) {
  const { t } = useTranslation("static");
  const { term, row } = props;
  return (
    <Stack gap="xl">
      <Stack gap="sm">
        <Group gap="sm">
          <StatusBadge status={statusOf(row, term)} />
          <Text span fw={600} className={classes.mono ?? ""}>
            {addressOf(row)}
          </Text>
        </Group>
        <Warning {...props} />
        <IpButtons {...props} />
      </Stack>
      {!row.expired && row.port !== 0 && (
        <Section title={t("details.try")} help={t("details.tryHelp")}>
          <IpTry row={row} />
        </Section>
      )}
      <Section title={t("details.facts")}>
        <IpDetailList term={term} row={row} />
      </Section>
      {props.children}
    </Stack>
  );
}

/** Why the IP does not work now, and what can be done. */
function Warning({ term, row }: Props & { row: StaticIp }) {
  const { t } = useTranslation("static");
  if (row.expired) {
    const at = formatDateTime(row.renewableUntil);
    return (
      <Alert color="gray" icon={<IconClockOff aria-hidden />} title={t("details.ended")}>
        {term === "static" ? t("details.endedHelp", { at }) : t("details.endedShortHelp")}
      </Alert>
    );
  }
  if (row.reachable) return null;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t("details.unreachable")}>
      {t("details.unreachableHelp")}
    </Alert>
  );
}

function IpButtons({ term, row, acts }: Props & { row: StaticIp }) {
  const { t } = useTranslation("static");
  const replaceable = !row.expired && (!row.reachable || row.swapsLeft > 0);
  const buttons = [
    ["replace", IconReplace, replaceable],
    ["renew", IconCalendarPlus, term === "static"],
    ["edit", IconPencil, true],
  ] as const;
  return (
    <Group gap={8}>
      {buttons.map(([kind, Icon, offered]) => {
        if (!offered) return null;
        return (
          <Button
            key={kind}
            data-needs={kind === "renew" ? "buy" : "proxies"}
            size="xs"
            variant="default"
            leftSection={<Icon size={15} aria-hidden />}
            onClick={() => acts[kind]([row])}
          >
            {t(`actions.${kind}`)}
          </Button>
        );
      })}
    </Group>
  );
}

function Section(props: { title: string; help?: string; children: ReactNode }) {
  return (
    <Stack gap="sm" component="section" aria-label={props.title}>
      <div>
        <Title order={3}>{props.title}</Title>
        {props.help && (
          <Text fz="sm" c="dimmed">
            {props.help}
          </Text>
        )}
      </div>
      {props.children}
    </Stack>
  );
}

/** A command to paste into a terminal, by HTTP or SOCKS5, and a test from here. */
function IpTry({ row }: { row: StaticIp }) {
  const { t } = useTranslation("static");
  return (
    <EndpointTry
      endpointBy={(protocol) => endpointOf(row, protocol)}
      testHelp={t("details.testHelp")}
    />
  );
}
