import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatCountry, formatMs } from "@turnpike/ui/lib/format.ts";
import { Cell } from "@turnpike/ui/Cell.tsx";
import type { CardLines } from "@turnpike/ui/DataTable.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { Flag } from "@turnpike/ui/Flag.tsx";
import { AddressHead, useMeasuredHint } from "../proxy-table/cells.tsx";
import classes from "./pool.module.css";
import { type PoolIp, speedOf } from "./pool-ip.ts";

/** The columns of the list of exits. The API orders them, fastest first. */
export function usePoolColumns(): ListColumn<PoolIp>[] {
  const { t } = useTranslation("pool");
  return [
    { key: "ip", title: t("columns.ip"), show: Address },
    { key: "place", title: t("columns.place"), show: Place },
    { key: "network", title: t("columns.network"), show: Network },
    {
      key: "latency",
      title: t("columns.latency"),
      align: "right",
      show: Latency,
    },
  ];
}

function Address(row: PoolIp) {
  return (
    <span className={classes.address}>
      <span className={classes.mono}>{row.ip}</span>
      <Opened opened={row.opened} />
    </span>
  );
}

function Opened({ opened }: { opened: boolean }) {
  const { t } = useTranslation("pool");
  return (
    opened && (
      <Badge size="sm" miw="max-content">
        {t("list.opened")}
      </Badge>
    )
  );
}

/** The country, in the user's language, and the place in it. */
export function Place(row: Pick<PoolIp, "country" | "stateName" | "cityName" | "postal">) {
  const where = [row.cityName, row.stateName === row.cityName ? "" : row.stateName, row.postal];
  return (
    <span className={classes.place}>
      <Flag country={row.country} />
      <span className={classes.two}>
        <span>{formatCountry(row.country)}</span>
        <span className={classes.second}>{where.filter(Boolean).join(" · ")}</span>
      </span>
    </span>
  );
}

export function Network(row: Pick<PoolIp, "ispName" | "asn">) {
  return (
    <div className={classes.two}>
      <span className={classes.isp} title={row.ispName}>
        {row.ispName || "–"}
      </span>
      {row.asn > 0 && <span className={classes.second}>AS{row.asn}</span>}
    </div>
  );
}

/** The row as a card on phones. */
export const PoolCard = (row: PoolIp): CardLines => ({
  head: (
    <>
      <AddressHead country={row.country} address={row.ip} />
      <Opened opened={row.opened} />
    </>
  ),
  line: [
    <Cell key="latency" render={Latency} row={row} />,
    row.cityName || formatCountry(row.country),
    row.ispName,
  ],
});

/** The recent time to connect through an exit, colour-coded. */
function Latency(row: Pick<PoolIp, "latencyMs" | "measuredAt">) {
  const { t } = useTranslation("pool");
  const hint = useMeasuredHint();
  const ms = row.latencyMs;
  if (ms === null) {
    return (
      <span className={classes.unmeasured} title={t("latency.unmeasured")}>
        –<span className="visually-hidden">{t("latency.unmeasured")}</span>
      </span>
    );
  }
  const speed = speedOf(ms);
  const title = row.measuredAt ? `${t(`latency.${speed}`)}: ${hint(row)}` : t(`latency.${speed}`);
  return (
    <span className={classes.latency} data-speed={speed} title={title}>
      {formatMs(ms)}
      <span className="visually-hidden">, {t(`latency.${speed}`)}</span>
    </span>
  );
}
