import { Button } from "@mantine/core";
import { IconFileDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useDownload } from "../../lib/download.ts";
import type { Order } from "../payment/order-text.ts";

/** Saves an order's invoice; nothing where there is none. */
export function InvoiceButton({ order }: { order: Order }) {
  const { t } = useTranslation("setting-account");
  const { busy, run } = useDownload();
  const { orderNo, invoiceReady } = order;
  if (!invoiceReady) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconFileDownload size={15} aria-hidden />}
      loading={busy !== null}
      aria-label={t("orders.invoiceOf", { orderNo })}
      onClick={() => run({ what: "invoice", orderNo })}
    >
      {t("orders.invoice")}
    </Button>
  );
}
