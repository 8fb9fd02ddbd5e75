import { assets } from "@turnpike/rules/assets.ts";
import { useT, word } from "../../lib/words.ts";
import { assetName, formatAsset } from "../../parts/assets.ts";
import { code, when } from "@turnpike/ui/list/kinds.tsx";
import { List } from "../../parts/list/List.tsx";
import { orderActs, orderColumns } from "../money/order-columns.tsx";
import { paymentActs, paymentColumns } from "../money/payment-columns.tsx";
import { couponColumns } from "../shop/coupon-columns.tsx";
import type { CustomerAnswer } from "./Customer.tsx";

/** The entries of a customer's ledger. */
export function Ledger({ customer }: { customer: CustomerAnswer }) {
  const t = useT();
  const { accountId: account, trafficPools: pools } = customer;
  return (
    <List
      call="customerLedger"
      name="ledger"
      title={t("tabs.ledger")}
      fixed={{ account }}
      empty={t("customer.noLedger")}
      rowId={({ id }) => id}
      where={[
        {
          name: "asset",
          as: "select",
          words: (value) => assetName(value, pools),
          options: [...assets, ...pools.map(({ asset }) => asset)],
        },
      ]}
      columns={[
        { key: "at", as: when },
        { key: "asset", text: ({ asset }) => assetName(asset, pools) },
        { key: "kind", text: ({ kind }) => word("ledger:kinds", kind) },
        { key: "ref", as: code },
        {
          key: "amount",
          align: "right",
          text: ({ amount }) => amount,
          show: ({ asset, amount }) => (amount > 0 ? "+" : "") + formatAsset(asset, amount),
        },
        {
          key: "balance",
          align: "right",
          text: ({ balance }) => balance,
          show: ({ asset, balance }) => formatAsset(asset, balance),
        },
      ]}
    />
  );
}

export function CustomerOrders({ account }: { account: string }) {
  const t = useT();
  return (
    <List
      call="customerOrders"
      name="orders"
      title={t("tabs.orders")}
      fixed={{ account }}
      empty={t("screens.orders.empty")}
      rowId={({ orderNo }) => orderNo}
      columns={orderColumns().filter(({ key }) => key !== "email")}
      actions={orderActs}
    />
  );
}

export function CustomerPayments({ account }: { account: string }) {
  const t = useT();
  return (
    <List
      call="customerPayments"
      name="payments"
      title={t("tabs.payments")}
      fixed={{ account }}
      empty={t("screens.payments.empty")}
      rowId={({ id }) => id}
      columns={paymentColumns().filter(({ key }) => key !== "email")}
      actions={paymentActs}
    />
  );
}

export function CustomerCoupons({ account }: { account: string }) {
  const t = useT();
  return (
    <List
      call="couponList"
      name="coupons"
      title={t("tabs.coupons")}
      fixed={{ account }}
      empty={t("screens.coupons.empty")}
      rowId={({ id }) => id}
      columns={couponColumns().filter(({ key }) => key !== "email")}
    />
  );
}
