import { Anchor } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDateTime } from "@turnpike/ui/lib/format.ts";

/** A link to continue the unfinished payment that was begun at `at`. */
export function PaymentLink(props: { paymentId: string; at: string }) {
  const { t } = useTranslation("parts");
  return (
    <Anchor
      component={Link}
      to={`/cli/home?payment=${props.paymentId}`}
      preventScrollReset
      fz="sm"
      fw={550}
      aria-label={t("payments.showOf", { at: formatDateTime(props.at) })}
    >
      {t("payments.show")}
    </Anchor>
  );
}
