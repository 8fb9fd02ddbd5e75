import { Alert, Button, Group, Stack } from "@mantine/core";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { IconClockOff } from "@turnpike/ui/icons.ts";
import { formatCents, formatDateTime } from "@turnpike/ui/lib/format.ts";
import { useFirstFocus } from "@turnpike/ui/lib/use-first-focus.ts";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../lib/queries.ts";
import { type Payment, paymentAmounts } from "../../payment/payment-state.ts";
import { Bought } from "../../purchase/Bought.tsx";
import { PurchaseDialog } from "../../purchase/PurchaseDialog.tsx";
import { usePlanText } from "../plan-text.ts";
import type { UnlimitedPlan } from "../port.ts";
import { kindCalls } from "../use-plan.ts";
import { RenewPlanForm } from "./RenewPlanForm.tsx";

/** Extends a plan from its expiry, showing the cost beforehand; not possible once it has ended. */
export function RenewPlanDialog(props: {
  kind: UnlimitedKind;
  /** Null if closed. */
  plan: UnlimitedPlan | null;
  onOrderAgain: (plan: UnlimitedPlan) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(["unlimited-buy", "buy", "static-take", "ui"]);
  const words = usePlanText();
  return (
    <PurchaseDialog
      call="renewalUnlimit"
      subject={props.plan}
      title={(plan) => t("renew.title", { name: words.name(plan) })}
      lost={() => t("lost.renewed")}
      form={(plan, purchase) =>
        plan.status === "expired" || purchase.refusal?.reason === "planExpired" ? (
          <Late plan={plan} onOrderAgain={props.onOrderAgain} />
        ) : (
          <RenewPlanForm key={plan.id} plan={plan} purchase={purchase} />
        )
      }
      done={({ order, plan: now }, { close }) => (
        <Renewed until={now.expiresAt} paidCents={order.amountCents} onClose={close} />
      )}
      paid={(payment, { subject, notes, close }) => (
        <RenewalPaid plan={subject} payment={payment} notes={notes} onClose={close} />
      )}
      onClose={props.onClose}
    />
  );
}

/** The plan has ended meanwhile: offers to order another like it. */
function Late(props: { plan: UnlimitedPlan; onOrderAgain: (plan: UnlimitedPlan) => void }) {
  const { t } = useTranslation("unlimited-buy");
  const again = useFirstFocus<HTMLButtonElement>();
  return (
    <Stack gap="lg">
      <Alert role="alert" color="red" icon={<IconClockOff aria-hidden />} title={t("renew.late")}>
        {t("renew.lateHelp")}
      </Alert>
      <Group justify="flex-end">
        <Button ref={again} onClick={() => props.onOrderAgain(props.plan)}>
          {t("actions.again")}
        </Button>
      </Group>
    </Stack>
  );
}

/** The plan's new expiry; null if the payment arrived but it is not known to be later. */
function Renewed(props: {
  until: string | null;
  paidCents: number;
  notes?: ReactNode;
  onClose: () => void;
}) {
  const { t } = useTranslation("unlimited-buy");
  const { until } = props;
  const paid = t("bought.paid", { amount: formatCents(props.paidCents) });
  return (
    <Bought
      uncertain={until === null}
      title={until ? t("renew.done", { at: formatDateTime(until) }) : paid}
      text={until ? paid : t("renew.paidLook")}
      onClose={props.onClose}
    >
      {props.notes}
    </Bought>
  );
}

/** The payment for a renewal has arrived: shows the plan's new expiry. */
function RenewalPaid(props: {
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
    <Renewed
      until={later ? until : null}
      paidCents={paymentAmounts(payment).paidCents}
      notes={props.notes}
      onClose={props.onClose}
    />
  );
}
