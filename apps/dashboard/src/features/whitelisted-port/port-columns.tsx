import { Badge, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatMinutes } from "@turnpike/ui/lib/format.ts";
import { useSecond } from "../../lib/use-second.ts";
import { Cell } from "@turnpike/ui/Cell.tsx";
import type { CardLines } from "@turnpike/ui/DataTable.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { StatusDot } from "@turnpike/ui/StatusDot.tsx";
import { AddressCell, AddressHead, PlaceCell as Place } from "../proxy-table/cells.tsx";
import { usePlaceText } from "../place/use-place-text.ts";
import { formatCountdown } from "../../lib/time-left.ts";
import { addressOf, leftMs, type WhitelistedPort } from "./whitelisted-port.ts";
import classes from "./whitelisted-port.module.css";

/** The columns of the table of ports; `answeredMs` is when the rows were received. */
export function usePortColumns(answeredMs: number): ListColumn<WhitelistedPort>[] {
  const { t } = useTranslation("whitelisted-port");
  return [
    { key: "endpoint", title: t("columns.endpoint"), show: EndpointCell },
    { key: "place", title: t("columns.place"), wrap: true, show: PlaceCell },
    {
      key: "left",
      title: t("columns.left"),
      show: (row) => <LeftCell row={row} answeredMs={answeredMs} />,
    },
    { key: "state", title: t("columns.state"), show: StateCell },
    { key: "remark", wrap: true, extra: true, title: t("columns.remark"), show: RemarkCell },
  ];
}

/** The row as a card on phones. */
export function usePortCard(answeredMs: number): (row: WhitelistedPort) => CardLines {
  const placeText = usePlaceText();
  return (row) => ({
    head: <AddressHead country={row.country} address={addressOf(row)} />,
    line: [
      <Cell key="state" render={StateCell} row={row} />,
      <LeftOf key="left" row={row} answeredMs={answeredMs} />,
      row.remark || (row.country && placeText(row)),
    ],
  });
}

function EndpointCell(row: WhitelistedPort) {
  const { t } = useTranslation("whitelisted-port");
  const address = addressOf(row);
  return <AddressCell address={address} copyLabel={t("row.copy", { address })} />;
}

/** The country in the user's language, whatever language the answer was requested in. */
function PlaceCell({ country, stateName, cityName, ispName, asn }: WhitelistedPort) {
  const { t } = useTranslation("whitelisted-port");
  const placeText = usePlaceText();
  const where = country ? placeText({ country, cityName: cityName || stateName }) : null;
  const network = [ispName, asn ? `AS${asn}` : ""].filter(Boolean).join(" · ");
  return <Place country={country} place={where ?? t("row.anyPlace")} network={network} />;
}

/** Counted down from the remaining time in the answer. */
function LeftOf({ row, answeredMs }: { row: WhitelistedPort; answeredMs: number }) {
  const { t } = useTranslation("whitelisted-port");
  const left = leftMs(row, useSecond() - answeredMs);
  return <span className="numeric">{left > 0 ? formatCountdown(left) : t("row.ended")}</span>;
}

function LeftCell({ row, answeredMs }: { row: WhitelistedPort; answeredMs: number }) {
  const { t } = useTranslation("whitelisted-port");
  return (
    <div className={classes.two}>
      <LeftOf row={row} answeredMs={answeredMs} />
      <span className={classes.second}>{t("row.of", { time: formatMinutes(row.minutes) })}</span>
    </div>
  );
}

/** Whether a gateway listens on the port; if not yet, why shows on hover, focus and touch. */
function StateCell({ open }: WhitelistedPort) {
  const { t } = useTranslation("whitelisted-port");
  return (
    <StatusDot tone={open ? "good" : "warn"} hint={!open && t("row.openingHelp")}>
      {t(open ? "row.open" : "row.opening")}
    </StatusDot>
  );
}

function RemarkCell({ remark, byLink }: WhitelistedPort) {
  const { t } = useTranslation("whitelisted-port");
  return (
    <Group gap={6} wrap="nowrap" className={classes.remark ?? ""}>
      {byLink && (
        <Badge variant="default" miw="max-content">
          {t("row.byLink")}
        </Badge>
      )}
      {(remark || !byLink) && (
        <Text fz="sm" maw={220} lineClamp={1} title={remark} span>
          {remark || "–"}
        </Text>
      )}
    </Group>
  );
}
