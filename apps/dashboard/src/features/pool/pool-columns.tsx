import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatCountry, formatMs } from "@turnpike/ui/lib/format.ts";
import type { Column } from "@turnpike/ui/DataTable.tsx";
import classes from "./pool.module.css";
import { type PoolIp, speedOf } from "./pool-ip.ts";

/** What the list shows of an exit of the pool. The API gives their order: the quickest first. */
export function usePoolColumns(): Column<PoolIp>[] {
  const { t } = useTranslation("pool");
  return [
    { key: "ip", title: t("columns.ip"), render: Address },
    { key: "place", title: t("columns.place"), render: Place },
    { key: "network", title: t("columns.network"), render: Network },
    {
      key: "latency",
      title: t("columns.latency"),
      align: "right",
      render: (row) => <Latency ms={row.latencyMs} />,
    },
  ];
}

function Address(row: PoolIp) {
  const { t } = useTranslation("pool");
  return (
    <span className={classes.address}>
      <span className={classes.mono}>{row.ip}</span>
      {row.opened && <Badge size="sm">{t("list.opened")}</Badge>}
    </span>
  );
}

/** Country, and where in it; countries in the reader's own language. */
export function Place(row: Pick<PoolIp, "country" | "stateName" | "cityName" | "postal">) {
  const where = [row.cityName, row.stateName === row.cityName ? "" : row.stateName, row.postal];
  return (
    <div className={classes.two}>
      <span>{formatCountry(row.country)}</span>
      <span className={classes.second}>{where.filter(Boolean).join(" · ")}</span>
    </div>
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

/** How long it took of late to connect through an exit; its colour says it at a glance. */
function Latency({ ms }: { ms: number | null }) {
  const { t } = useTranslation("pool");
  if (ms === null) {
    return (
      <span className={classes.unmeasured} title={t("latency.unmeasured")}>
        –<span className="visually-hidden">{t("latency.unmeasured")}</span>
      </span>
    );
  }
  const speed = speedOf(ms);
  return (
    <span className={classes.latency} data-speed={speed} title={t(`latency.${speed}`)}>
      {formatMs(ms)}
      <span className="visually-hidden">, {t(`latency.${speed}`)}</span>
    </span>
  );
}
