import { Group } from "@mantine/core";
import type { Order } from "./order-text.ts";
import { PaymentLink } from "./PaymentLink.tsx";
import { StatusBadge } from "./StatusBadge.tsx";

/** How an order stands; where it waits for its payment, the way back to that. */
export function OrderStatus({ order }: { order: Order }) {
  const { paymentId, createdAt } = order;
  return (
    <Group gap="xs">
      <StatusBadge {...order} />
      {paymentId && <PaymentLink paymentId={paymentId} at={createdAt} />}
    </Group>
  );
}
