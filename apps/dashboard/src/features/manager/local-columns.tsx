import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatDateTime, formatNumber, formatRate } from "@turnpike/ui/lib/format.ts";
import { useSecond } from "../../lib/use-second.ts";
import { Bytes } from "@turnpike/ui/Bytes.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { formatCountdown } from "../../lib/time-left.ts";
import { type LivePort, localAddress } from "./local-port.ts";
import classes from "./manager.module.css";

/** The columns of the table of local ports. */
export function useLocalColumns(): ListColumn<LivePort>[] {
  const { t } = useTranslation("manager");
  return [
    { key: "address", title: t("columns.address"), show: (row) => <Address row={row} /> },
    { key: "ip", title: t("columns.ip"), show: (row) => row.ip || "–" },
    { key: "state", title: t("columns.state"), show: (row) => <State row={row} /> },
    {
      key: "connections",
      title: t("columns.connections"),
      align: "right",
      extra: true,
      show: (row) => <span className={classes.numbers}>{formatNumber(row.connections)}</span>,
    },
    { key: "rate", title: t("columns.rate"), align: "right", show: (row) => <Rates row={row} /> },
    {
      key: "bytes",
      title: t("columns.bytes"),
      align: "right",
      show: (row) => <Bytes unit="mb" bytes={row.upBytes + row.downBytes} />,
    },
    { key: "left", title: t("columns.left"), align: "right", show: (row) => <Left row={row} /> },
  ];
}

function Address({ row }: { row: LivePort }) {
  const { t } = useTranslation("manager");
  const address = localAddress(row);
  return (
    <div className={classes.two}>
      <span className={classes.copied}>
        <span className={classes.mono}>{address}</span>
        <CopyButton value={address} label={t("list.copyOne", { address })} />
      </span>
      <span className={classes.second}>{t("list.leadsTo", { upstream: row.upstream })}</span>
    </div>
  );
}

const colours = { listening: "good", expired: "gray", failed: "red.8" } as const;

function State({ row }: { row: LivePort }) {
  const { t } = useTranslation("manager");
  return (
    <div className={classes.two}>
      <Badge color={colours[row.state]}>{t(`state.${row.state}`)}</Badge>
      {row.detail !== "" && (
        // The manager's messages are in English.
        <span className={classes.why} lang="en">
          {row.detail}
        </span>
      )}
    </div>
  );
}

function Rates({ row }: { row: LivePort }) {
  const { t } = useTranslation("manager");
  const params = { down: formatRate(row.downRate), up: formatRate(row.upRate) };
  return (
    <span className={classes.numbers} title={t("list.rates", params)}>
      ↓ {params.down}
      <br />↑ {params.up}
    </span>
  );
}

/** By this computer's clock, which is the manager's too. */
function Left({ row }: { row: LivePort }) {
  const nowMs = useSecond();
  if (row.expiresAt === null || row.state === "expired") return "–";
  const leftMs = Math.max(0, Date.parse(row.expiresAt) - nowMs);
  return (
    <span className={classes.numbers} role="timer" title={formatDateTime(row.expiresAt)}>
      {formatCountdown(leftMs)}
    </span>
  );
}
