import type { ReactNode } from "react";
import type { Item } from "../../lib/call.ts";
import { word } from "../../lib/words.ts";
import { RowMenu } from "../../parts/act/RowMenu.tsx";
import { Code, cents, code, when } from "@turnpike/ui/list/kinds.tsx";
import { CustomerLink, state } from "../../parts/cells.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { refundAct } from "./refund-act.tsx";

type Payment = Item<"paymentList">;

export const paymentColumns = (): ListColumn<Payment>[] => [
  {
    key: "id",
    title: "payment",
    text: ({ id }) => id,
    show: ({ id }) => <Code>{id.slice(0, 8)}</Code>,
  },
  { key: "at", as: when },
  {
    key: "email",
    text: ({ email, accountId }) => email ?? accountId,
    show: (row) => <CustomerLink {...row} />,
  },
  { key: "method", text: ({ method }) => word("methods", method) },
  { key: "provider", extra: "narrow" },
  { key: "amountCents", title: "amount", as: cents },
  { key: "receivedCents", as: cents },
  { key: "bonusCents", extra: "narrow", as: cents },
  { key: "orderNo", extra: "narrow", as: code },
  { key: "providerRef", extra: true },
  { key: "status", as: state },
];

/** Recharges are refunded by payment id; orders by order number (`orderActs`). */
export function paymentActs(payment: Payment): ReactNode {
  if (payment.status !== "paid" || payment.orderNo !== null) return null;
  const act = refundAct({ name: payment.id, leftCents: payment.creditedCents });
  return <RowMenu name={payment.id} acts={[act]} />;
}
