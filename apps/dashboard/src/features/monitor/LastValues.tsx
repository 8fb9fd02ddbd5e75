import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatMbps, formatMoment, formatNumber, formatPercent } from "../../lib/format.ts";
import { momentsOf, newestAt, type Track } from "./track.ts";

const ROWS = 10;

/** The newest points as a table, for those who do not see the pictures. */
export function LastValues({ track }: { track: Track }) {
  const { t } = useTranslation("monitor");
  const moments = useMemo(
    () =>
      momentsOf(track, newestAt(track) - ROWS * track.stepMs)
        .slice(-ROWS)
        .reverse(),
    [track],
  );
  const columns = [
    t("last.at"),
    t("last.mbps", { name: t("down") }),
    t("last.mbps", { name: t("up") }),
    t("connections.title"),
    t("cpu.title"),
    t("memory.title"),
  ];
  return (
    // A table does not shrink to 1 px: its box has to.
    <div className="visually-hidden">
      <table>
        <caption>{t("last.caption")}</caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {moments.map((moment) => (
            <tr key={moment.at}>
              <th scope="row">{formatMoment(new Date(moment.at).toISOString())}</th>
              <td>{formatMbps(moment.downMbps)}</td>
              <td>{formatMbps(moment.upMbps)}</td>
              <td>{formatNumber(Math.round(moment.tcpConnections * 10) / 10)}</td>
              <td>{formatPercent(moment.cpuPercent)}</td>
              <td>{formatPercent(moment.memoryPercent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
