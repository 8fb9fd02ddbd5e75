import { Badge, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatMinutes, formatNumber } from "@turnpike/ui/lib/format.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { TimeAgo } from "@turnpike/ui/TimeAgo.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { usePlaceText } from "../place/use-place-text.ts";
import classes from "./extraction.module.css";
import { type ApiLink, nameOf } from "./link.ts";

/** The columns of the table of links. */
export function useLinkColumns(): ListColumn<ApiLink>[] {
  const { t } = useTranslation("extract");
  const nowMs = useNow();
  return [
    { key: "link", title: t("columns.link"), show: LinkCell },
    { key: "asks", title: t("columns.asks"), wrap: true, show: AsksCell },
    { key: "form", extra: true, title: t("columns.form"), show: FormCell },
    {
      key: "used",
      title: t("columns.lastUsed"),
      show: ({ lastUsedAt }) =>
        lastUsedAt === null ? t("row.never") : <TimeAgo at={lastUsedAt} nowMs={nowMs} />,
    },
    {
      key: "uses",
      title: t("columns.uses"),
      align: "right",
      show: ({ uses }) => <span className="numeric">{formatNumber(uses)}</span>,
    },
  ];
}

function LinkCell(row: ApiLink) {
  const { t } = useTranslation("extract");
  return (
    <span className={classes.link}>
      <span className={classes.name}>
        <Text span fz="sm" fw={550} truncate>
          {nameOf(row)}
        </Text>
        <Text span className={classes.url ?? ""} truncate title={row.url}>
          {row.url}
        </Text>
      </span>
      <CopyButton value={row.url} label={t("row.copy", { name: nameOf(row) })} />
    </span>
  );
}

function AsksCell({ plan, num, hours, minutes, country, stateName, cityName }: ApiLink) {
  const { t } = useTranslation("extract");
  const placeText = usePlaceText();
  const place = country
    ? placeText({ country, cityName: cityName || stateName })
    : t("row.anyPlace");
  const time = formatMinutes(minutes ?? (hours ?? 0) * 60);
  return (
    <div className={classes.two}>
      <span className={classes.asks}>
        <Badge variant="light" color={plan === "ip" ? "good" : "gray"} miw="max-content">
          {t(`plans.${plan}`)}
        </Badge>
        {t("row.asks", { number: formatNumber(num), time })}
      </span>
      <span className={classes.second}>{place}</span>
    </div>
  );
}

function FormCell({ format, protocol, port }: ApiLink) {
  const { t } = useTranslation("extract");
  return (
    <div className={classes.two}>
      <span>{`${t(`formats.${format}`)} · ${t(`protocols.${protocol}`)}`}</span>
      <span className={classes.second}>
        {port === null ? t("port.any") : t("row.port", { port })}
      </span>
    </div>
  );
}
