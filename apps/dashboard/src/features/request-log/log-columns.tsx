import { Badge } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  formatBytes,
  formatCountry,
  formatDate,
  formatExactMoment,
  formatMs,
  formatTime,
} from "@turnpike/ui/lib/format.ts";
import type { Column } from "@turnpike/ui/DataTable.tsx";
import { exactBytes } from "@turnpike/ui/Bytes.tsx";
import { type LoggedRequest, type Outcome, outcomeColours } from "./outcomes.ts";
import classes from "./request-log.module.css";

/** The columns of the log: two lines per cell, the second one in grey. */
export function useColumns(): Column<LoggedRequest>[] {
  const { t } = useTranslation("request-log");
  return [
    { key: "at", title: t("columns.at"), render: ({ at }) => <Moment at={at} /> },
    {
      key: "outcome",
      title: t("columns.outcome"),
      width: "28%",
      render: (row) => <Result row={row} />,
    },
    {
      key: "target",
      title: t("columns.target"),
      render: (row) => (
        <Two first={<Clipped text={row.target || "–"} />} second={t(`protocols.${row.protocol}`)} />
      ),
    },
    {
      key: "account",
      title: t("columns.account"),
      render: (row) => (
        <span className={classes.narrow}>
          <Two first={row.account} second={<Clipped text={row.client} />} />
        </span>
      ),
    },
    {
      key: "exit",
      extra: true,
      title: t("columns.exit"),
      render: (row) => (
        <Two
          first={row.country ? formatCountry(row.country) : "–"}
          second={row.exit ?? t("addressUnknown")}
        />
      ),
    },
    {
      key: "bytes",
      title: t("columns.bytes"),
      align: "right",
      render: (row) => (
        <Two first={<Amount down={row.downBytes} />} second={<Amount up={row.upBytes} />} />
      ),
    },
    {
      key: "ms",
      extra: true,
      title: t("columns.ms"),
      align: "right",
      render: ({ ms }) => <span className="numeric">{formatMs(ms)}</span>,
    },
  ];
}

function Two(props: { first: ReactNode; second: ReactNode }) {
  return (
    <span className={classes.two}>
      <span>{props.first}</span>
      <span className={classes.second}>{props.second}</span>
    </span>
  );
}

/** Long text truncated to one line, shown whole on hover and in the details. */
function Clipped({ text }: { text: string }) {
  return (
    <span className={classes.clipped} title={text}>
      {text}
    </span>
  );
}

function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExactMoment(at)}>
      <Two first={formatTime(at)} second={formatDate(at)} />
    </time>
  );
}

/** Bytes in one direction; screen readers announce the arrow as a word. */
function Amount(props: { down: number } | { up: number }) {
  const { t } = useTranslation("request-log");
  const down = "down" in props;
  const bytes = down ? props.down : props.up;
  return (
    <span className="numeric" title={exactBytes(bytes)}>
      <span aria-hidden>{down ? "↓ " : "↑ "}</span>
      <span className="visually-hidden">{t(down ? "down" : "up")} </span>
      {formatBytes(bytes)}
    </span>
  );
}

/** A badge with a request's outcome. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation("request-log");
  return <Badge color={outcomeColours[outcome]}>{t(`outcomes.${outcome}`)}</Badge>;
}

function Result({ row }: { row: LoggedRequest }) {
  return (
    <span className={classes.two}>
      <span>
        <OutcomeBadge outcome={row.outcome} />
      </span>
      {row.text && (
        <span className={classes.second}>
          <span className={classes.reason} title={row.text}>
            {row.text}
          </span>
        </span>
      )}
    </span>
  );
}
