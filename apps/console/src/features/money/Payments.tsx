import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { useT } from "../../lib/words.ts";
import { List } from "../../parts/list/List.tsx";
import { paymentActs, paymentColumns } from "./payment-columns.tsx";

/** Payments of all customers. */
export function Payments() {
  const t = useT();
  return (
    <>
      <PageHeader title={t("screens.payments.title")} />
      <List
        call="paymentList"
        name="payments"
        empty={t("screens.payments.empty")}
        rowId={({ id }) => id}
        filters={[
          { name: "search", kind: "search", label: t("screens.payments.search") },
          {
            name: "status",
            kind: "select",
            options: ["pending", "paid", "failed", "expired", "refunded"],
          },
          { name: "unclaimed", kind: "select", words: "unclaimed", options: ["1"] },
          { name: "from", kind: "day" },
          { name: "to", kind: "day" },
        ]}
        toInput={({ unclaimed, ...others }) => ({
          ...others,
          ...(unclaimed ? { unclaimed: true } : {}),
        })}
        columns={paymentColumns()}
        actions={paymentActs}
      />
    </>
  );
}
