import type { ReactNode } from "react";
import type { Item } from "../../lib/call.ts";
import { word } from "../../lib/words.ts";
import { RowMenu } from "../../parts/act/RowMenu.tsx";
import { cents, code, count, when } from "@turnpike/ui/list/kinds.tsx";
import { CustomerLink, state } from "../../parts/cells.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { refundAct } from "./refund-act.tsx";

type Order = Item<"orderList">;

export const orderColumns = (): ListColumn<Order>[] => [
  { key: "orderNo", as: code },
  { key: "at", as: when },
  {
    key: "email",
    text: ({ email, accountId }) => email ?? accountId,
    show: (row) => <CustomerLink {...row} />,
  },
  { key: "sku", as: code },
  { key: "quantity", as: count },
  { key: "amountCents", title: "amount", as: cents },
  { key: "refundedCents", extra: "narrow", as: cents },
  { key: "method", extra: "narrow", text: ({ method }) => word("methods", method) },
  { key: "status", as: state },
];

/** The actions available on an order. */
export function orderActs(order: Order): ReactNode {
  const left = order.amountCents - order.refundedCents;
  if (order.status !== "paid" || left <= 0) return null;
  const act = refundAct({ name: order.orderNo, leftCents: left });
  return <RowMenu name={order.orderNo} acts={[act]} />;
}
