import { Group } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCountry, formatDateTime, formatNumber } from "@turnpike/ui/lib/format.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { Bytes } from "@turnpike/ui/Bytes.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { SecretText } from "@turnpike/ui/SecretText.tsx";
import lists from "@turnpike/ui/details.module.css";
import { AutoRenew, Unpaid } from "../AutoRenew.tsx";
import classes from "../static.module.css";
import { formatTimeLeft, remainingMs } from "../../../lib/time-left.ts";
import { rotateLink } from "../../proxy-file/rotate-link.ts";
import { Rotate } from "../Rotate.tsx";
import type { StaticIp } from "../static-ip.ts";
import type { Term } from "../term.ts";

/** The details of a static IP that lists contain (spec/static#static-ip). */
export function IpDetailList({ term, row }: { term: Term; row: StaticIp }) {
  return (
    <dl className={lists.details}>
      {useDetails(term, row).map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd className="numeric">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function useDetails(term: Term, row: StaticIp): [string, ReactNode][] {
  const { t } = useTranslation("static");
  const { host } = row;
  const nowMs = useNow();
  const secret = (
    <SecretText
      value={row.password}
      showLabel={t("row.showPassword", { host })}
      hideLabel={t("row.hidePassword", { host })}
      copyLabel={t("row.copyPassword", { host })}
    />
  );
  const ends = row.expired ? t("details.expiredAt") : t("details.expiresAt");
  return [
    [
      t("columns.address"),
      <Copied key="host" value={host} label={t("row.copyAddress", { address: host })} />,
    ],
    ...when(row.exitIp !== row.host, [t("details.exitIp"), <Seen key="seen" row={row} />]),
    ...when(row.rotateToken !== null, [
      t("rotate.link"),
      <Copied key="link" value={rotateLink(row.rotateToken) ?? ""} label={t("rotate.copyLink")} />,
    ]),
    [t("details.ports"), row.ports.join(", ") || "–"],
    [t("details.country"), `${formatCountry(row.country)} (${row.country})`],
    [t("details.city"), row.cityName || "–"],
    [t("details.network"), [row.isp, `AS${row.asn}`].filter(Boolean).join(" · ")],
    [
      t("details.account"),
      <Copied key="who" value={row.account} label={t("row.copyAccount", { host })} />,
    ],
    [t("details.password"), secret],
    [t("details.period"), t("details.days", { count: row.validDays })],
    [t("details.startedAt"), <Time key="start" at={row.startedAt} />],
    [ends, <Time key="end" at={row.expiresAt} />],
    ...when(!row.expired, [t("details.left"), formatTimeLeft(remainingMs(row, nowMs))]),
    ...when(term === "static", [t("columns.autoRenew"), <Renewal key="renew" row={row} />]),
    [t("details.whitelist"), row.whitelist.join(", ") || t("details.noWhitelist")],
    [t("columns.remark"), row.remark || "–"],
    [t("details.used"), <Bytes key="used" bytes={row.usedBytes} />],
    ...when(row.replacements > 0, [
      t("details.replacements"),
      t("details.times", { count: row.replacements, amount: formatNumber(row.replacements) }),
    ]),
    [t("details.id"), <Copied key="id" value={row.id} label={t("details.copyId")} />],
  ];
}

/** The address that targets see, with the button that changes it. */
function Seen({ row }: { row: StaticIp }) {
  const { t } = useTranslation("static");
  return (
    <Group gap={8}>
      <Copied value={row.exitIp} label={t("row.copyAddress", { address: row.exitIp })} />
      <Rotate row={row} />
    </Group>
  );
}

const when = (holds: boolean, detail: [string, ReactNode]) => (holds ? [detail] : []);

function Time({ at }: { at: string }) {
  return <time dateTime={at}>{formatDateTime(at)}</time>;
}

function Copied(props: { value: string; label: string }) {
  return (
    <Group gap={2} wrap="nowrap">
      <span className={classes.mono}>{props.value}</span>
      <CopyButton value={props.value} label={props.label} />
    </Group>
  );
}

function Renewal({ row }: { row: StaticIp }) {
  return (
    <>
      <AutoRenew row={row} />
      <Unpaid row={row} />
    </>
  );
}
