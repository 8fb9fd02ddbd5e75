import { Button, Group, Stack, Text, ThemeIcon } from "@mantine/core";
import { IconCheck } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatCents } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { useFirstFocus } from "@turnpike/ui/lib/use-first-focus.ts";
import { PaidNotes } from "../payment/PaidNotes.tsx";
import { type Payment, paymentAmounts } from "../payment/payment-state.ts";

/** A recharge that has arrived: the amount paid, the bonus, and the wallet's new balance. */
export function RechargePaid(props: { payment: Payment; onClose: () => void }) {
  const { t } = useTranslation(["buy", "ui"]);
  const next = useFirstFocus<HTMLAnchorElement>();
  const { payment } = props;
  const { bonusCents } = payment;
  const { paidCents } = paymentAmounts(payment);
  const index = useCall("indexInit", {});
  return (
    <Stack gap="lg" align="center" ta="center" pt="sm">
      <ThemeIcon size={56} radius="xl" variant="light" aria-hidden>
        <IconCheck size={28} />
      </ThemeIcon>
      <Stack gap={4} component="output" aria-live="polite">
        <Text fz="xl" fw={640}>
          {t("payment.paid", { amount: formatCents(paidCents + bonusCents) })}
        </Text>
        {bonusCents > 0 && (
          <Text c="dimmed">
            {t("payment.paidParts", {
              amount: formatCents(paidCents),
              bonus: formatCents(bonusCents),
            })}
          </Text>
        )}
        <Text c="dimmed" className="numeric">
          {index.isFetching || !index.data
            ? t("payment.counting")
            : t("payment.walletHolds", { amount: formatCents(index.data.walletCents) })}
        </Text>
      </Stack>
      <PaidNotes payment={payment} />
      <Group grow w="100%">
        <Button variant="default" onClick={props.onClose}>
          {t("ui:close")}
        </Button>
        <Button ref={next} component={Link} to="/cli/traffic-use?dialog=buy">
          {t("kinds.traffic.title")}
        </Button>
      </Group>
    </Stack>
  );
}
