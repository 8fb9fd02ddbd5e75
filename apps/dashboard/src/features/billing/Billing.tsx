import {
  IconCoin,
  IconFileInvoice,
  IconListDetails,
  IconShoppingCart,
  type Icon,
} from "@turnpike/ui/icons.ts";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { Recharges, TopUp } from "../wallet/Recharges.tsx";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import { UrlTabs } from "../../ui/place/UrlTabs.tsx";
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
