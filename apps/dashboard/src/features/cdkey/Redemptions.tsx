import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { RedemptionsTable } from "./RedemptionsTable.tsx";
import { useLastPage } from "../../ui/last-page.ts";
import { Panel } from "../../ui/Panel.tsx";
import { useTableUrl } from "../../ui/table-url.ts";

/** What the account redeemed. */
export function Redemptions() {
  const { t } = useTranslation("cdkey");
  const url = useTableUrl("records");
  const { page, limit } = url;
  const list = useCall("cdkeyRecord", { page, limit }, { keepLast: true });
  useLastPage(url, list.data);
  return (
    <Panel title={t("records.title")} description={t("records.description")} flush>
      <RedemptionsTable list={list} url={url} />
    </Panel>
  );
}
