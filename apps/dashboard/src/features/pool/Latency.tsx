import { useTranslation } from "react-i18next";
import { formatMs } from "../../lib/format.ts";
import classes from "./pool.module.css";
import { speedOf } from "./pool-ip.ts";

/** How long it took of late to connect through an exit; its colour says it at a glance. */
export function Latency({ ms }: { ms: number | null }) {
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
