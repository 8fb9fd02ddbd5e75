import { Button } from "@mantine/core";
import {
  IconCoin,
  IconFileInvoice,
  IconListDetails,
  IconShoppingCart,
  type Icon,
} from "@turnpike/ui/icons.ts";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../lib/queries.ts";
import { RechargesTable } from "../wallet/RechargesTable.tsx";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import { UrlTabs } from "../../ui/place/UrlTabs.tsx";
import { useLastPage } from "@turnpike/ui/last-page.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useTableUrl } from "@turnpike/ui/table-url.ts";
import { InvoiceTitle } from "./InvoiceTitle.tsx";
import { Orders } from "./Orders.tsx";
import { Statement } from "./Statement.tsx";

const tabs = ["orders", "recharges", "statement", "invoice"] as const;
type Tab = (typeof tabs)[number];
const icons: Record<Tab, Icon> = {
  orders: IconShoppingCart,
  recharges: IconCoin,
  statement: IconListDetails,
  invoice: IconFileInvoice,
};
const contents: Record<Tab, ComponentType> = {
  orders: Orders,
  recharges: Recharges,
  statement: Statement,
  invoice: InvoiceTitle,
};

/** Payments, orders, ledger and invoice details (spec/dashboard#billing); the tab is in the URL. */
export function Billing() {
  const { t } = useTranslation(["setting-account", "parts"]);
  return (
    <>
      <PlaceHeader description={t("billing.description")} actions={<TopUp />} />
      <UrlTabs
        tabs={tabs.map((key) => ({
          key,
          icon: icons[key],
          label: t(`billing.tabs.${key}`),
          content: contents[key],
        }))}
      />
    </>
  );
}

/** Payments into the wallet. */
function Recharges() {
  const { t } = useTranslation("setting-account");
  const url = useTableUrl("recharges");
  const { page, limit } = url;
  const list = useCall("rechargeList", { page, limit }, { keepLast: true });
  useLastPage(url, list.data);
  return (
    <Panel title={t("recharges.title")} description={t("recharges.description")} flush>
      <RechargesTable list={list} url={url} topUp={<TopUp />} />
    </Panel>
  );
}

function TopUp() {
  const { t } = useTranslation("parts");
  return (
    <Button component={Link} to="/cli/home?recharge=1" variant="default" size="xs">
      {t("payments.recharges.topUp")}
    </Button>
  );
}
