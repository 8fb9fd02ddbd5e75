import { IconHistory } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../../lib/queries.ts";
import type { Column } from "@turnpike/ui/DataTable.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { PagedTable } from "@turnpike/ui/PagedTable.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useTableUrl } from "@turnpike/ui/table-url.ts";
import classes from "../static.module.css";
import type { StaticEvent } from "../static-ip.ts";
import { type Term, termCalls } from "../term.ts";
import { REFRESH_MS } from "../use-ips.ts";

/** The history of the static IPs of one term, newest first. */
export function IpHistory({ term }: { term: Term }) {
  const { t } = useTranslation("static");
  const url = useTableUrl("history");
  const parameters = { page: url.page, limit: url.limit };
  const options = { keepLast: true, everyMs: REFRESH_MS };
  const list = useCall(termCalls[term].history, parameters, options);
  return (
    <Panel flush title={t("history.title")} description={t("history.description")}>
      <PagedTable<StaticEvent>
        label={t("history.label")}
        columns={useColumns()}
        list={list}
        url={url}
        empty={
          <EmptyState
            icon={<IconHistory size={22} />}
            title={t("history.none")}
            text={t("history.noneHelp")}
          />
        }
      />
    </Panel>
  );
}

function useColumns(): Column<StaticEvent>[] {
  const { t } = useTranslation("static");
  return [
    {
      key: "at",
      title: t("history.at"),
      render: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
    },
    {
      key: "action",
      title: t("history.action"),
      render: ({ action }) => t(`history.actions.${action}`),
    },
    {
      key: "ip",
      title: t("history.ip"),
      render: ({ ip }) => <span className={classes.mono}>{ip}</span>,
    },
    {
      key: "days",
      title: t("history.days"),
      render: ({ days }) => (days > 0 ? t("details.days", { count: days }) : "–"),
    },
    {
      key: "detail",
      wrap: true,
      title: t("history.detail"),
      render: ({ detail }) => detail || "–",
    },
  ];
}
