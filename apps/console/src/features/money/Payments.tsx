import { outsideMethods } from "@turnpike/rules/payment-method.ts";
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
        where={[
          { name: "search", as: "search", label: t("screens.payments.search") },
          {
            name: "status",
            as: "select",
            options: ["pending", "paid", "failed", "expired", "refunded"],
          },
          { name: "method", as: "select", words: "methods", options: [...outsideMethods] },
          { name: "wrong", as: "select", words: "wrong", options: ["1"] },
          { name: "unclaimed", as: "select", words: "unclaimed", options: ["1"] },
          { name: "from", as: "day" },
          { name: "to", as: "day" },
        ]}
        toInput={({ unclaimed, wrong, ...others }) => ({
          ...others,
          ...(wrong ? { wrong: true } : {}),
          ...(unclaimed ? { unclaimed: true } : {}),
        })}
        columns={paymentColumns()}
        actions={paymentActs}
      />
    </>
  );
}
