import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { RechargesTable } from "../wallet/RechargesTable.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useTableUrl } from "../../ui/table-url.ts";
import { RECENT_ROWS, RecentPages } from "./RecentPages.tsx";

/** What was paid into the wallet, newest first. */
export function RecentRecharges(props: {
  onTopUp: () => void;
  /** Newcomers have the guide in place of an empty table. */
  hideEmpty: boolean;
}) {
  const { t } = useTranslation("home");
  const { page, setPage } = useTableUrl("recharges");
  const list = useCall("rechargeList", { page, limit: RECENT_ROWS }, { keepLast: true });
  if (props.hideEmpty && list.data?.total === 0) return null;
  const topUp = (
    <Button variant="default" size="xs" onClick={props.onTopUp}>
      {t("cards.topUp")}
    </Button>
  );
  return (
    <Panel title={t("recharges.title")} flush>
      <RechargesTable list={list} topUp={topUp} />
      <RecentPages
        label={t("recharges.title")}
        page={page}
        total={list.data?.total}
        onPage={setPage}
      />
    </Panel>
  );
}
