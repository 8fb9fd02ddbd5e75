import { Stack } from "@mantine/core";
import { InvoiceTitle } from "./InvoiceTitle.tsx";
import { Orders } from "./Orders.tsx";
import { Recharges } from "./Recharges.tsx";
import { Statement } from "./Statement.tsx";

/** Who pays, and what was paid. */
export function BillingTab() {
  return (
    <Stack gap="lg">
      <InvoiceTitle />
      <Orders />
      <Recharges />
      <Statement />
    </Stack>
  );
}
