import { Group } from "@mantine/core";
import type { Order } from "./order-text.ts";
import { PaymentLink } from "./PaymentLink.tsx";
import { StatusBadge } from "./StatusBadge.tsx";

/** The status of an order; while it is unpaid, with a link back to the payment. */
export function OrderStatus({ order }: { order: Order }) {
  const { paymentId, createdAt } = order;
  return (
    <Group gap="xs">
      <StatusBadge {...order} />
      {paymentId && <PaymentLink paymentId={paymentId} at={createdAt} />}
    </Group>
  );
}
