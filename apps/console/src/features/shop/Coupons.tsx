import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { useT } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { List } from "../../parts/list/List.tsx";
import { couponAct } from "./coupon-act.ts";
import { couponColumns } from "./coupon-columns.tsx";

/** Coupons of all customers. */
export function Coupons() {
  const t = useT();
  return (
    <>
      <PageHeader
        title={t("screens.coupons.title")}
        actions={<ActButton variant="filled" act={couponAct()} />}
      />
      <List
        call="couponList"
        name="coupons"
        empty={t("screens.coupons.empty")}
        rowId={({ id }) => id}
        where={[
          { name: "account", as: "search", label: t("fields.accountOf") },
          { name: "state", as: "select", options: ["usable", "used", "expired"] },
        ]}
        columns={couponColumns()}
      />
    </>
  );
}
