import { Badge, Group, Text, Tooltip, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatMinutes } from "@turnpike/ui/lib/format.ts";
import { useSecond } from "../../lib/use-second.ts";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import type { Column } from "@turnpike/ui/DataTable.tsx";
import { usePlaceText } from "../place/use-place-text.ts";
import { formatCountdown } from "../../lib/time-left.ts";
import { addressOf, leftMs, type WhitelistedPort } from "./whitelisted-port.ts";
import classes from "./whitelisted-port.module.css";

/** What the table shows of a port; `answeredMs` is when its rows were answered. */
export function usePortColumns(answeredMs: number): Column<WhitelistedPort>[] {
  const { t } = useTranslation("whitelisted-port");
  return [
    { key: "endpoint", title: t("columns.endpoint"), render: EndpointCell },
    { key: "place", title: t("columns.place"), wrap: true, render: PlaceCell },
    {
      key: "left",
      title: t("columns.left"),
      render: (row) => <LeftCell row={row} answeredMs={answeredMs} />,
    },
    { key: "state", title: t("columns.state"), render: StateCell },
    { key: "remark", wrap: true, extra: true, title: t("columns.remark"), render: RemarkCell },
  ];
}

function EndpointCell(row: WhitelistedPort) {
  const { t } = useTranslation("whitelisted-port");
  const address = addressOf(row);
  return (
    <span className={classes.copied}>
      <span className={classes.mono}>{address}</span>
      <CopyButton value={address} label={t("row.copy", { address })} />
    </span>
  );
}

/** The country in the reader's own language, whatever the answer was asked in. */
function PlaceCell({ country, stateName, cityName, ispName, asn }: WhitelistedPort) {
  const { t } = useTranslation("whitelisted-port");
  const placeText = usePlaceText();
  const where = country ? placeText({ country, cityName: cityName || stateName }) : null;
  const network = [ispName, asn ? `AS${asn}` : ""].filter(Boolean).join(" · ");
  return (
    <div className={classes.two}>
      <span>{where ?? t("row.anyPlace")}</span>
      {network && <span className={classes.second}>{network}</span>}
    </div>
  );
}

function LeftCell({ row, answeredMs }: { row: WhitelistedPort; answeredMs: number }) {
  const { t } = useTranslation("whitelisted-port");
  const left = leftMs(row, useSecond() - answeredMs);
  return (
    <div className={classes.two}>
      <span className="numeric">{left > 0 ? formatCountdown(left) : t("row.ended")}</span>
      <span className={classes.second}>{t("row.of", { time: formatMinutes(row.minutes) })}</span>
    </div>
  );
}

/** Whether a gateway listens there; why not yet shows on hover, focus and touch. */
function StateCell({ open }: WhitelistedPort) {
  const { t } = useTranslation("whitelisted-port");
  if (open) return <Badge miw="max-content">{t("row.open")}</Badge>;
  return (
    <Tooltip
      multiline
      maw={280}
      label={t("row.openingHelp")}
      events={{ hover: true, focus: true, touch: true }}
      openDelay={0}
    >
      <UnstyledButton component="button" className={classes.help ?? ""}>
        <Badge miw="max-content" color="amber">
          {t("row.opening")}
        </Badge>
      </UnstyledButton>
    </Tooltip>
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
        <Text fz="sm" maw={220} lineClamp={2} title={remark} span>
          {remark || "–"}
        </Text>
      )}
    </Group>
  );
}
