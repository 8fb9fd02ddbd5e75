import { Alert, Button, Group, Stack } from "@mantine/core";
import { IconAlertCircle } from "@turnpike/ui/icons.ts";
import { kindOfMethod } from "@turnpike/rules/payment-method.ts";
import { useTranslation } from "react-i18next";
import { formatCents } from "@turnpike/ui/lib/format.ts";
import { useFirstFocus } from "@turnpike/ui/lib/use-first-focus.ts";
import { PaymentAmounts } from "./PaymentAmounts.tsx";
import { type Payment, type PaymentState, paymentAmounts } from "./payment-state.ts";
import { PaymentPageLink } from "./PaymentWaiting.tsx";

type FailedState = Extract<PaymentState, "failed" | "expired" | "refunded" | "short">;

/** The payment failed, expired or was refunded: why, and what to do. */
export function PaymentFailed(props: {
  payment: Payment;
  state: FailedState;
  onAgain: () => void;
}) {
  const { t } = useTranslation("buy");
  const { payment, state } = props;
  const button = useFirstFocus<HTMLButtonElement>();
  return (
    <Stack gap="lg">
      <Alert
        role="alert"
        color={state === "refunded" ? "gray" : "red"}
        icon={<IconAlertCircle aria-hidden />}
        title={t(titleOf(payment, state))}
      >
        <Help {...props} />
      </Alert>
      <PaymentAmounts payment={payment} />
      <Group justify="flex-end">
        {state === "failed" && (
          <PaymentPageLink url={payment.payUrl} words="openAgain" strong={false} />
        )}
        <Button ref={button} onClick={props.onAgain}>
          {t("payment.again")}
        </Button>
      </Group>
    </Stack>
  );
}

/** The full amount was received, but the ordered product is no longer available. */
const isSoldOut = (payment: Payment) => paymentAmounts(payment).missingCents === 0;

function titleOf(payment: Payment, state: FailedState) {
  if (state !== "short") return `payment.${state}` as const;
  return isSoldOut(payment) ? "payment.orderGone" : "payment.orderShort";
}

function Help({ payment, state }: { payment: Payment; state: FailedState }) {
  const { t } = useTranslation("buy");
  const sums = {
    amount: formatCents(payment.amountCents),
    received: formatCents(payment.receivedCents),
    refunded: formatCents(payment.refundedCents || paymentAmounts(payment).paidCents),
  };
  const some = payment.receivedCents > 0;
  if (state === "short") {
    return t(isSoldOut(payment) ? "payment.orderGoneHelp" : "payment.orderShortHelp", sums);
  }
  if (state === "expired" && some) return t("payment.expiredPartHelp", sums);
  const help = payment.order ? (`${state}OrderHelp` as const) : (`${state}Help` as const);
  if (kindOfMethod[payment.method] === "crypto" && inCrypto(help))
    return t(`payment.crypto.${help}`, sums);
  return t(`payment.${help}`, sums);
}

const cryptoHelps = ["failedHelp", "failedOrderHelp", "refundedHelp", "refundedOrderHelp"] as const;
type CryptoHelp = (typeof cryptoHelps)[number];

/** For crypto payments, whose instructions differ from those for cards. */
const inCrypto = (help: string): help is CryptoHelp => cryptoHelps.some((one) => one === help);
