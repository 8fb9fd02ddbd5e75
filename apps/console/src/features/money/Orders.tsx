import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { useT } from "../../lib/words.ts";
import { List } from "../../parts/list/List.tsx";
import { orderActs, orderColumns } from "./order-columns.tsx";

/** Orders of all customers. */
export function Orders() {
  const t = useT();
  return (
    <>
      <PageHeader title={t("screens.orders.title")} />
      <List
        call="orderList"
        name="orders"
        empty={t("screens.orders.empty")}
        rowId={({ orderNo }) => orderNo}
        where={[
          { name: "search", as: "search", label: t("screens.orders.search") },
          {
            name: "status",
            as: "select",
            options: ["pending", "paid", "failed", "expired", "refunded"],
          },
          {
            name: "kind",
            as: "select",
            words: "products",
            options: ["traffic", "ip", "static", "short", "port", "bandwidth"],
          },
          { name: "from", as: "day" },
          { name: "to", as: "day" },
        ]}
        columns={orderColumns()}
        actions={orderActs}
      />
    </>
  );
}
