import { formatNumber } from "@turnpike/ui/lib/format.ts";
import type { ReactNode } from "react";
import type { Item } from "../../lib/call.ts";
import { word } from "../../lib/words.ts";
import { RowMenu } from "../../parts/act/RowMenu.tsx";
import { Code, CustomerLink, Money, State, When } from "../../parts/cells.tsx";
import type { ListColumn } from "../../parts/list/columns.ts";
import { refundAct } from "./refund-act.tsx";

type Order = Item<"orderList">;

export const orderColumns = (): ListColumn<Order>[] => [
  { key: "orderNo", text: ({ orderNo }) => orderNo, show: ({ orderNo }) => <Code>{orderNo}</Code> },
  { key: "at", text: ({ at }) => at, show: ({ at }) => <When at={at} /> },
  {
    key: "email",
    text: ({ email, accountId }) => email ?? accountId,
    show: (row) => <CustomerLink {...row} />,
  },
  { key: "sku", text: ({ sku }) => sku, show: ({ sku }) => <Code>{sku}</Code> },
  {
    key: "quantity",
    align: "right",
    text: ({ quantity }) => quantity,
    show: ({ quantity }) => formatNumber(quantity),
  },
  {
    key: "amountCents",
    title: "amount",
    align: "right",
    text: ({ amountCents }) => amountCents / 100,
    show: ({ amountCents }) => <Money cents={amountCents} />,
  },
  {
    key: "refundedCents",
    align: "right",
    extra: "narrow",
    text: ({ refundedCents }) => refundedCents / 100,
    show: ({ refundedCents }) => <Money cents={refundedCents} />,
  },
  { key: "method", extra: "narrow", text: ({ method }) => word("methods", method) },
  { key: "status", text: ({ status }) => status, show: ({ status }) => <State state={status} /> },
];

/** The actions available on an order. */
export function orderActs(order: Order): ReactNode {
  const left = order.amountCents - order.refundedCents;
  if (order.status !== "paid" || left <= 0) return null;
  const act = refundAct({ name: order.orderNo, leftCents: left });
  return <RowMenu name={order.orderNo} acts={[act]} />;
}
