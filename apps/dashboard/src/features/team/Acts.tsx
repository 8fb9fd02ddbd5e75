import { IconHistory } from "@turnpike/ui/icons.ts";
import { code, when } from "@turnpike/ui/list/kinds.tsx";
import { List } from "@turnpike/ui/list/List.tsx";
import { useTranslation } from "react-i18next";
import { useList } from "../../ui/list/use-list.ts";

/** What people of the team did, newest first (spec/accounts#acts). */
export function Acts() {
  const { t } = useTranslation("team");
  const list = useList("teamActs", {
    prefix: "acts",
    rowId: (row) => `${row.at} ${row.email} ${row.call} ${row.subject}`,
  });
  return (
    <List
      list={list}
      title={t("acts.title")}
      description={t("acts.description")}
      label={t("acts.table")}
      columns={[
        { key: "at", title: t("acts.at"), as: when },
        { key: "email", title: t("acts.email"), show: (row) => row.email },
        { key: "call", title: t("acts.call"), as: code },
        { key: "subject", title: t("acts.subject"), wrap: true, show: (row) => row.subject },
        { key: "ip", title: t("acts.ip"), as: code },
      ]}
      empty={{
        icon: <IconHistory size={22} />,
        title: t("acts.none"),
        text: t("acts.noneHelp"),
      }}
    />
  );
}
