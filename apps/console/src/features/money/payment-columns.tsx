import { kindOfMethod, outsideMethods } from "@turnpike/rules/payment-method.ts";
import { formatCents } from "@turnpike/ui/lib/format.ts";
import type { ReactNode } from "react";
import type { Item } from "../../lib/call.ts";
import { word } from "../../lib/words.ts";
import type { Act } from "../../parts/act/act.ts";
import { RowMenu } from "../../parts/act/RowMenu.tsx";
import { Code, cents, code, when } from "@turnpike/ui/list/kinds.tsx";
import { CustomerLink, state } from "../../parts/cells.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { Fact, Facts } from "../../parts/Facts.tsx";
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

/** Money that arrived by bank transfer; a part is enough. */
function confirmAct({ id, providerRef, receivedCents: seenCents }: Payment): Act<"paymentConfirm"> {
  return {
    call: "paymentConfirm",
    name: providerRef ?? id,
    fixed: { name: id, seenCents },
    fields: [{ name: "cents", words: "arrivedCents", kind: "money", scale: 100 }],
    result: ({ status, receivedCents, amountCents, surplusCents }) => (
      <Facts>
        <Fact term={word("columns", "status")}>{word("states", status)}</Fact>
        <Fact term={word("columns", "receivedCents")}>{formatCents(receivedCents)}</Fact>
        <Fact term={word("columns", "amount")}>{formatCents(amountCents)}</Fact>
        {surplusCents > 0 && (
          <Fact term={word("fields", "surplusCents")}>{formatCents(surplusCents)}</Fact>
        )}
      </Facts>
    ),
  };
}

/** Recharges are refunded by payment id; orders by order number (`orderActs`). */
export function paymentActs(payment: Payment): ReactNode {
  const { id, method, orderNo, status } = payment;
  const isBank = outsideMethods.some((one) => one === method && kindOfMethod[one] === "bank");
  const refundable = status === "paid" && orderNo === null;
  if (!isBank && !refundable) return null;
  const acts = [
    ...(isBank ? [confirmAct(payment)] : []),
    ...(refundable ? [refundAct({ name: id, leftCents: payment.creditedCents })] : []),
  ];
  return <RowMenu name={id} acts={acts} />;
}
