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
        filters={[
          { name: "search", kind: "search", label: t("screens.orders.search") },
          {
            name: "status",
            kind: "select",
            options: ["pending", "paid", "failed", "expired", "refunded"],
          },
          {
            name: "kind",
            kind: "select",
            words: "products",
            options: ["traffic", "ip", "static", "short", "port", "bandwidth"],
          },
          { name: "from", kind: "day" },
          { name: "to", kind: "day" },
        ]}
        columns={orderColumns()}
        actions={orderActs}
      />
    </>
  );
}
