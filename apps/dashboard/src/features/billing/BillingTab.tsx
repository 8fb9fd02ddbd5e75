import { Button, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../lib/queries.ts";
import { RechargesTable } from "../wallet/RechargesTable.tsx";
import { useLastPage } from "@turnpike/ui/last-page.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useTableUrl } from "@turnpike/ui/table-url.ts";
import { InvoiceTitle } from "./InvoiceTitle.tsx";
import { Orders } from "./Orders.tsx";
import { Statement } from "./Statement.tsx";

/** Who pays, and what was paid. */
export function BillingTab() {
  return (
    <Stack gap="lg">
      <InvoiceTitle />
      <Orders />
      <Recharges />
      <Statement />
    </Stack>
  );
}

/** All that was paid into the wallet. */
function Recharges() {
  const { t } = useTranslation(["setting-account", "parts"]);
  const url = useTableUrl("recharges");
  const { page, limit } = url;
  const list = useCall("rechargeList", { page, limit }, { keepLast: true });
  useLastPage(url, list.data);
  const topUp = (
    <Button component={Link} to="/cli/home?recharge=1" variant="default" size="xs">
      {t("parts:payments.recharges.topUp")}
    </Button>
  );
  return (
    <Panel title={t("recharges.title")} description={t("recharges.description")} flush>
      <RechargesTable list={list} url={url} topUp={topUp} />
    </Panel>
  );
}
