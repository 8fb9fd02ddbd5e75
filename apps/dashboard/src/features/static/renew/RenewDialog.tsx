import { Alert } from "@mantine/core";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PurchaseDialog } from "../../purchase/PurchaseDialog.tsx";
import type { StaticIp } from "../static-ip.ts";
import { RenewalPaidResult } from "./RenewalPaidResult.tsx";
import { RenewalResult } from "./RenewalResult.tsx";
import { RenewForm } from "./RenewForm.tsx";
import type { Quote } from "./use-renewal-quote.ts";

/** The maximum number of IPs in one call (spec/static#renewal: `ids`). */
const MAX_RENEW = 1000;

/** Renews one or many IPs, all or none, showing the cost beforehand. */
export function RenewDialog(props: {
  /** Null if closed. */
  rows: readonly StaticIp[] | null;
  onClose: () => void;
}) {
  const { t } = useTranslation(["static-take", "buy", "ui"]);
  const [quote, setQuote] = useState<Quote | null>(null);
  return (
    <PurchaseDialog
      call="renewalStaticMany"
      subject={props.rows}
      title={({ length: count, 0: first }) =>
        count === 1
          ? t("renew.titleOf", { ip: first?.exitIp })
          : t("renew.title", { count, number: formatNumber(count) })
      }
      lost={({ ids }) => t("lost.renewed", { count: ids.length, number: formatNumber(ids.length) })}
      form={(rows, purchase) =>
        rows.length > MAX_RENEW ? (
          <Alert color="amber" role="alert">
            {t("renew.tooMany", { most: formatNumber(MAX_RENEW) })}
          </Alert>
        ) : (
          <RenewForm rows={rows} purchase={purchase} onSend={setQuote} />
        )
      }
      done={(renewed, { close }) => <RenewalResult renewed={renewed} onClose={close} />}
      paid={(payment, { notes, close }) => (
        <RenewalPaidResult payment={payment} quote={quote} notes={notes} onClose={close} />
      )}
      onClose={props.onClose}
    />
  );
}
