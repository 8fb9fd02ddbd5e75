import { List } from "@turnpike/ui/list/List.tsx";
import { useList } from "../../../ui/list/use-list.ts";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { code, when } from "@turnpike/ui/list/kinds.tsx";
import { IconHistory } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import type { StaticEvent } from "../static-ip.ts";
import { type Term, termCalls } from "../term.ts";
import { REFRESH_MS } from "../use-ips.ts";

/** The history of the static IPs of one term, newest first. */
export function IpHistory({ term }: { term: Term }) {
  const { t } = useTranslation("static");
  const list = useList(termCalls[term].history, { prefix: "history", everyMs: REFRESH_MS });
  const columns: ListColumn<StaticEvent>[] = [
    { key: "at", title: t("history.at"), as: when },
    {
      key: "action",
      title: t("history.action"),
      show: ({ action }) => t(`history.actions.${action}`),
    },
    { key: "ip", title: t("history.ip"), as: code },
    {
      key: "days",
      title: t("history.days"),
      show: ({ days }) => (days > 0 ? t("details.days", { count: days }) : "–"),
    },
    { key: "detail", wrap: true, title: t("history.detail") },
  ];
  return (
    <List<StaticEvent>
      list={list}
      title={t("history.title")}
      description={t("history.description")}
      label={t("history.label")}
      columns={columns}
      empty={{
        icon: <IconHistory size={22} />,
        title: t("history.none"),
        text: t("history.noneHelp"),
      }}
    />
  );
}
