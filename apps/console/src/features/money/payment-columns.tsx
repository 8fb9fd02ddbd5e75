import type { ReactNode } from "react";
import type { Item } from "../../lib/call.ts";
import { word } from "../../lib/words.ts";
import { RowMenu } from "../../parts/act/RowMenu.tsx";
import { Code, CustomerLink, Money, NONE, State, When } from "../../parts/cells.tsx";
import type { ListColumn } from "../../parts/list/columns.ts";
import { refundAct } from "./refund-act.tsx";

type Payment = Item<"paymentList">;

export const paymentColumns = (): ListColumn<Payment>[] => [
  {
    key: "id",
    title: "payment",
    text: ({ id }) => id,
    show: ({ id }) => <Code>{id.slice(0, 8)}</Code>,
  },
  { key: "at", text: ({ at }) => at, show: ({ at }) => <When at={at} /> },
  {
    key: "email",
    text: ({ email, accountId }) => email ?? accountId,
    show: (row) => <CustomerLink {...row} />,
  },
  { key: "method", text: ({ method }) => word("methods", method) },
  { key: "provider", extra: "narrow", text: ({ provider }) => provider },
  {
    key: "amountCents",
    title: "amount",
    align: "right",
    text: ({ amountCents }) => amountCents / 100,
    show: ({ amountCents }) => <Money cents={amountCents} />,
  },
  {
    key: "receivedCents",
    align: "right",
    text: ({ receivedCents }) => receivedCents / 100,
    show: ({ receivedCents }) => <Money cents={receivedCents} />,
  },
  {
    key: "bonusCents",
    align: "right",
    extra: "narrow",
    text: ({ bonusCents }) => bonusCents / 100,
    show: ({ bonusCents }) => <Money cents={bonusCents} />,
  },
  {
    key: "orderNo",
    extra: "narrow",
    text: ({ orderNo }) => orderNo,
    show: ({ orderNo }) => (orderNo ? <Code>{orderNo}</Code> : NONE),
  },
  { key: "providerRef", extra: true, text: ({ providerRef }) => providerRef },
  { key: "status", text: ({ status }) => status, show: ({ status }) => <State state={status} /> },
];

/** Recharges are refunded by payment id; orders by order number (`orderActs`). */
export function paymentActs(payment: Payment): ReactNode {
  if (payment.status !== "paid" || payment.orderNo !== null) return null;
  const act = refundAct({ name: payment.id, leftCents: payment.creditedCents });
  return <RowMenu name={payment.id} acts={[act]} />;
}
