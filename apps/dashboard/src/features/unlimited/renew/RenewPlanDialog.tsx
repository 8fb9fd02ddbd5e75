import { Alert, Button, Group, Stack } from "@mantine/core";
import { IconClockOff } from "@turnpike/ui/icons.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../../lib/call.ts";
import { useFirstFocus } from "@turnpike/ui/lib/use-first-focus.ts";
import { StepDialog } from "@turnpike/ui/StepDialog.tsx";
import { orderWithTab, type PayPage } from "../../payment/pay-tab.ts";
import { PaidNotes } from "../../payment/PaidNotes.tsx";
import { PaymentView } from "../../payment/PaymentView.tsx";
import { UnknownOutcome } from "../../payment/UnknownOutcome.tsx";
import { usePlanText } from "../plan-text.ts";
import { PlanRenewalResult, RenewalPaid } from "./PlanRenewalResult.tsx";
import type { UnlimitedPlan } from "../port.ts";
import { RenewPlanForm } from "./RenewPlanForm.tsx";
import { type Command, useCommand } from "../../../lib/use-command.ts";

/** The result: renewed at once, or a page on which to pay. */
type Outcome = { renewed: CallResult<"renewalUnlimit"> } | PayPage;
type PlanCommand = Command<"renewalUnlimit">;

/**
 * Extends a plan from its expiry, showing the cost beforehand; not possible once it has ended. Each
 * opening is one purchase; if its answer was lost, the next opening asks for it again.
 */
export function RenewPlanDialog(props: {
  kind: UnlimitedKind;
  /** Null if closed. */
  plan: UnlimitedPlan | null;
  onOrderAgain: (plan: UnlimitedPlan) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(["unlimited-buy", "buy", "static-take", "ui"]);
  const words = usePlanText();
  const command = useCommand("renewalUnlimit", { handles: true });
  const [confirming, setConfirming] = useState<UnlimitedPlan | null>(null);
  const [opened, setOpened] = useState<UnlimitedPlan | null>(null);
  const [plan, setPlan] = useState<UnlimitedPlan | null>(null);
  if (props.plan !== opened) {
    setOpened(props.plan);
    // A renewal whose answer was lost is shown first, even if another plan is to be renewed now.
    if (props.plan) setPlan((command.lost && confirming) ?? props.plan);
  }
  const close = () => {
    command.clear();
    props.onClose();
  };
  return (
    <StepDialog
      opened={props.plan !== null}
      onClose={close}
      size="xl"
      busy={command.busy}
      title={plan ? t("renew.title", { name: words.name(plan) }) : ""}
    >
      {plan && (
        <Steps
          key={plan.id}
          plan={plan}
          command={command}
          onAsk={setConfirming}
          onForget={() => {
            command.forget();
            setPlan(props.plan);
          }}
          onOrderAgain={props.onOrderAgain}
          onClose={close}
        />
      )}
    </StepDialog>
  );
}

function Steps(props: {
  plan: UnlimitedPlan;
  command: PlanCommand;
  /** The renewal of this plan has been requested. */
  onAsk: (plan: UnlimitedPlan) => void;
  /** The outcome of the last renewal no longer matters. */
  onForget: () => void;
  onOrderAgain: (plan: UnlimitedPlan) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("unlimited-buy");
  const { command, onClose } = props;
  // The plan before the renewal.
  const [plan] = useState(props.plan);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const run = async (outside: boolean, order: () => ReturnType<PlanCommand["send"]>) => {
    props.onAsk(plan);
    const done = await orderWithTab(outside, order);
    if (done) setOutcome(done.page ?? { renewed: done.answer });
  };
  if (outcome) {
    const again = () => setOutcome(null);
    return <Result plan={plan} outcome={outcome} onAgain={again} onClose={onClose} />;
  }
  const { lost, refusal } = command;
  if (plan.status === "expired" || refusal?.reason === "planExpired") {
    return <Late plan={plan} onOrderAgain={props.onOrderAgain} />;
  }
  return (
    <>
      {lost && (
        <UnknownOutcome
          title={t("lost.renewed")}
          busy={command.busy}
          onRetry={() => void run(lost.method !== "wallet", command.retry)}
          onForget={props.onForget}
        />
      )}
      {/* Keeps the form's values in case it was not renewed. */}
      <div hidden={lost !== null}>
        <RenewPlanForm
          plan={plan}
          busy={command.busy}
          refusal={refusal}
          onChange={command.clear}
          onRenew={(parameters, outside) => void run(outside, () => command.send(parameters))}
        />
      </div>
    </>
  );
}

/** The result of the renewal. */
function Result(props: {
  plan: UnlimitedPlan;
  outcome: Outcome;
  onAgain: () => void;
  onClose: () => void;
}) {
  const { plan, outcome, onClose } = props;
  if ("renewed" in outcome) {
    const { order, plan: now } = outcome.renewed;
    return (
      <PlanRenewalResult until={now.expiresAt} paidCents={order.amountCents} onClose={onClose} />
    );
  }
  return (
    <PaymentView
      paymentId={outcome.paymentId}
      interruption={outcome.popupBlocked ? "blocked" : undefined}
      onAgain={props.onAgain}
      paid={(payment) => (
        <RenewalPaid
          plan={plan}
          payment={payment}
          notes={<PaidNotes payment={payment} />}
          onClose={onClose}
        />
      )}
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
