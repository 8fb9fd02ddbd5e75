import { Alert, Button, Group, Loader, Stack, Text } from "@mantine/core";
import { IconExternalLink, IconInfoCircle } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { formatCents } from "@turnpike/ui/lib/format.ts";
import { useFirstFocus } from "@turnpike/ui/lib/use-first-focus.ts";
import { PaymentAmounts } from "./PaymentAmounts.tsx";
import { type Payment, stateOf, paymentAmounts } from "./payment-state.ts";

/** What interrupted the payment: the browser blocked the new tab, or the page was left unpaid. */
export type Interruption = "blocked" | "cancelled";

/** A pending or partial payment: how to complete it. */
export function PaymentWaiting(props: {
  payment: Payment;
  interruption: Interruption | undefined;
  onAgain: () => void;
}) {
  const { t } = useTranslation("buy");
  const { payment, interruption } = props;
  const left = interruption === "cancelled" && stateOf(payment) === "waiting";
  return (
    <Stack gap="lg">
      <Hint {...props} />
      <PaymentAmounts payment={payment} />
      {!left && (
        <Group component="output" gap="xs" aria-live="polite">
          <Loader size="xs" aria-hidden />
          <Text fw={550}>{t("payment.waiting")}</Text>
        </Group>
      )}
      <Group grow preventGrowOverflow={false}>
        {left && (
          <Button variant="default" onClick={props.onAgain}>
            {t("payment.other")}
          </Button>
        )}
        <PaymentPageLink
          url={payment.payUrl}
          words={left ? "goOn" : "open"}
          strong={interruption !== undefined}
        />
      </Group>
      {!left && (
        <Text c="dimmed" fz="sm">
          {t("payment.mayClose")}
        </Text>
      )}
    </Stack>
  );
}

function Hint(props: { payment: Payment; interruption: Interruption | undefined }) {
  const { t } = useTranslation("buy");
  if (stateOf(props.payment) === "part") {
    const { missingCents } = paymentAmounts(props.payment);
    return (
      <Alert color="amber" icon={<IconInfoCircle aria-hidden />} title={t("payment.part")}>
        {t("payment.partHelp", { missing: formatCents(missingCents) })}
      </Alert>
    );
  }
  if (!props.interruption) return <Text>{t("payment.explain")}</Text>;
  return (
    <Alert
      color="amber"
      icon={<IconInfoCircle aria-hidden />}
      title={t(`payment.${props.interruption}`)}
    >
      {t(`payment.${props.interruption}Help`)}
    </Alert>
  );
}

/** A link to the provider's page; renders nothing if the provider is no longer in use. */
export function PaymentPageLink(props: {
  url: string;
  words: "open" | "openAgain" | "goOn";
  strong: boolean;
}) {
  const { t } = useTranslation("buy");
  const link = useFirstFocus<HTMLAnchorElement>();
  if (!props.url) return null;
  return (
    <Button
      component="a"
      ref={link}
      href={props.url}
      target="_blank"
      rel="noopener"
      variant={props.strong ? "filled" : "default"}
      rightSection={<IconExternalLink size={16} aria-hidden />}
    >
      {t(`payment.${props.words}`)}
    </Button>
  );
}
