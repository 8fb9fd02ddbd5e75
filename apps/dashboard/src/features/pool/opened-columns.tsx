import { useTranslation } from "react-i18next";
import { formatDateTime, formatTime } from "@turnpike/ui/lib/format.ts";
import { useSecond } from "../../lib/use-second.ts";
import { Bytes } from "@turnpike/ui/Bytes.tsx";
import { Cell } from "@turnpike/ui/Cell.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import type { CardLines } from "@turnpike/ui/DataTable.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { StatusDot, type Tone } from "@turnpike/ui/StatusDot.tsx";
import { AddressHead, useMeasuredHint } from "../proxy-table/cells.tsx";
import { Countdown } from "./Countdown.tsx";
import { Network, Place } from "./pool-columns.tsx";
import classes from "./pool.module.css";
import {
  addressOf,
  type OpenedIp,
  secondsLeft,
  type OpenedStatus,
  openedStatus,
} from "./pool-ip.ts";

/**
 * The columns of opened IPs; `answeredAtMs` is when the rows were received. Records also have the
 * time of opening.
 */
export function useOpenedColumns(
  answeredAtMs: number,
  of: "open" | "records",
): ListColumn<OpenedIp>[] {
  const { t } = useTranslation("pool");
  const openedAt: ListColumn<OpenedIp> = {
    key: "openedAt",
    title: t("columns.openedAt"),
    show: (row) => <time title={formatDateTime(row.openedAt)}>{formatTime(row.openedAt)}</time>,
  };
  return [
    { key: "address", title: t("columns.address"), show: Address },
    { key: "place", title: t("columns.place"), show: Place },
    { key: "network", extra: true, title: t("columns.network"), show: Network },
    ...(of === "records" ? [openedAt] : []),
    {
      key: "status",
      title: t("columns.status"),
      show: (row) => <Status row={row} answeredAtMs={answeredAtMs} />,
    },
    {
      key: "left",
      title: t("columns.left"),
      align: "right",
      show: (row) => <Left row={row} answeredAtMs={answeredAtMs} />,
    },
    { key: "bytes", title: t("columns.bytes"), align: "right", show: Carried },
  ];
}

/** The address to connect to, and the address that targets see. */
function Address(row: OpenedIp) {
  const { t } = useTranslation("pool");
  const address = addressOf(row);
  return (
    <div className={classes.two}>
      <span className={classes.copied}>
        <span className={classes.mono}>{address}</span>
        <CopyButton value={address} label={t("opened.copyAddress", { address })} />
      </span>
      <span className={classes.second}>
        {t("opened.leadsTo", { ip: row.ip })}
        {row.by !== "call" && ` · ${t(`by.${row.by}`)}`}
      </span>
    </div>
  );
}

const tones: Record<OpenedStatus, Tone> = {
  open: "good",
  opening: "warn",
  expired: "off",
  deleted: "off",
};

/** The row as a card on phones. */
export function useOpenedCard(answeredAtMs: number): (row: OpenedIp) => CardLines {
  return (row) => ({
    head: <AddressHead country={row.country} address={addressOf(row)} />,
    line: [
      <Cell
        key="status"
        render={(one) => <Status row={one} answeredAtMs={answeredAtMs} />}
        row={row}
      />,
      <Left key="left" row={row} answeredAtMs={answeredAtMs} />,
      <Cell key="bytes" render={Carried} row={row} />,
      row.cityName,
    ],
  });
}

function Status({ row, answeredAtMs }: { row: OpenedIp; answeredAtMs: number }) {
  const { t } = useTranslation("pool");
  const measured = useMeasuredHint();
  const status = openedStatus(row, secondsLeft(row, answeredAtMs, useSecond()));
  const hint = status === "open" && row.measuredAt !== null && measured(row);
  return (
    <StatusDot tone={tones[status]} hint={hint}>
      {t(`standing.${status}`)}
    </StatusDot>
  );
}

function Left({ row, answeredAtMs }: { row: OpenedIp; answeredAtMs: number }) {
  if (row.status !== "active") return "–";
  return (
    <span title={formatDateTime(row.expiresAt)}>
      <Countdown row={row} answeredAtMs={answeredAtMs} />
    </span>
  );
}

function Carried({ upBytes, downBytes }: OpenedIp) {
  return <Bytes unit="mb" bytes={upBytes + downBytes} />;
}
