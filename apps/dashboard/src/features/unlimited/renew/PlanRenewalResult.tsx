import { Alert, Button, Group, Stack } from "@mantine/core";
import { IconCircleCheck, IconInfoCircle } from "@turnpike/ui/icons.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCents, formatDateTime } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../../lib/queries.ts";
import { useFirstFocus } from "@turnpike/ui/lib/use-first-focus.ts";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { type Payment, paymentAmounts } from "../../payment/payment-state.ts";
import type { UnlimitedPlan } from "../port.ts";
import { kindCalls } from "../use-plan.ts";

/** The plan's new expiry; null if the payment arrived but it is not known to be later. */
export function PlanRenewalResult(props: {
  until: string | null;
  paidCents: number;
  notes?: ReactNode;
  onClose: () => void;
}) {
  const { t } = useTranslation(["unlimited-buy", "ui"]);
  const { until } = props;
  const close = useFirstFocus<HTMLButtonElement>();
  const icon = until ? <IconCircleCheck aria-hidden /> : <IconInfoCircle aria-hidden />;
  const paid = t("bought.paid", { amount: formatCents(props.paidCents) });
  return (
    <Stack gap="lg">
      <Alert
        color={until ? "pike" : "amber"}
        icon={icon}
        title={until ? t("renew.done", { at: formatDateTime(until) }) : paid}
        aria-live="polite"
      >
        {until ? paid : t("renew.paidLook")}
      </Alert>
      {props.notes}
      <Group justify="flex-end">
        <Button ref={close} onClick={props.onClose}>
          {t("ui:close")}
        </Button>
      </Group>
    </Stack>
  );
}

/** The payment for a renewal has arrived: shows the plan's new expiry. */
export function RenewalPaid(props: {
  /** The plan before the renewal. */
  plan: UnlimitedPlan;
  payment: Payment;
  notes: ReactNode;
  onClose: () => void;
}) {
  const { plan, payment } = props;
  const parameters = { planId: plan.id, limit: 1 };
  const now = useCall(kindCalls[plan.kind].one, parameters, { staleMs: 0 });
  const until = now.data?.plan.expiresAt;
  const later = until !== undefined && Date.parse(until) > Date.parse(plan.expiresAt);
  if (!later && now.isFetching) return <LineSkeletons lines={4} height={22} />;
  return (
    <PlanRenewalResult
      until={later ? until : null}
      paidCents={paymentAmounts(payment).paidCents}
      notes={props.notes}
      onClose={props.onClose}
    />
  );
}
