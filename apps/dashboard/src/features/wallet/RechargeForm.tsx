import { Alert, Button, Stack } from "@mantine/core";
import { IconCreditCardOff, IconExternalLink } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Answered } from "../../lib/call.ts";
import { formatCents } from "../../lib/format.ts";
import { formatRoundCents } from "../../lib/whole-dollars.ts";
import { MethodChoice } from "../payment/MethodChoice.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { RechargeAmount } from "./RechargeAmount.tsx";
import { RechargeArrives } from "./RechargeArrives.tsx";
import { type AmountFault, firstCents, maxCents, minCents, readAmount } from "./recharge-plan.ts";
import { type Started, useRecharge } from "./use-recharge.ts";

type Method = Answered<"headerInit">["paymentMethods"][number];
interface FormProps {
  index: Answered<"indexInit">;
  /** How one can pay here. */
  methods: readonly Method[];
  /** The amount that it opens with; a usual one by default. */
  firstCents?: number | undefined;
  onStarted: (started: Started) => void;
}

/** How much, by what means, and what arrives; submitting starts the payment in a new tab. */
export function RechargeForm(props: FormProps) {
  const { t } = useTranslation("home");
  const [method] = props.methods;
  if (method) return <Form {...props} first={method} />;
  return (
    <EmptyState
      icon={<IconCreditCardOff size={22} />}
      title={t("recharge.noMethods")}
      text={t("recharge.noMethodsHelp", { email: props.index.support.email })}
    />
  );
}

function Form({ index, methods, ...props }: FormProps & { first: Method }) {
  const { t } = useTranslation("home");
  const [dollars, setDollars] = useState<number | string>((props.firstCents ?? firstCents) / 100);
  const [method, setMethod] = useState<Method>(props.first);
  const [judged, setJudged] = useState(false);
  const recharge = useRecharge(props.onStarted);
  const sentenceOf = useFaultSentence();
  const amount = readAmount(dollars);
  // Too little may still be on its way to enough; only what is left or sent is judged for it.
  const shown = !amount.ok && (judged || amount.why === "aboveMax");
  const submit = () => {
    setJudged(true);
    if (amount.ok) recharge.start({ amountCents: amount.cents, method });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="lg">
        <RechargeAmount
          value={dollars}
          tiers={index.bonusTiers}
          error={shown ? sentenceOf(amount.why) : null}
          onBlur={() => setJudged(true)}
          onChange={(next) => {
            setJudged(false);
            setDollars(next);
          }}
        />
        <MethodChoice
          label={t("recharge.method")}
          methods={methods}
          value={method}
          onChange={setMethod}
        />
        <RechargeArrives cents={amount.ok ? amount.cents : undefined} index={index} />
        {recharge.refusal && (
          <Alert color="red" role="alert">
            {recharge.refusal}
          </Alert>
        )}
        <Button
          type="submit"
          size="md"
          loading={recharge.busy}
          rightSection={<IconExternalLink size={17} aria-hidden />}
        >
          {amount.ok
            ? t("recharge.submit", { amount: formatCents(amount.cents) })
            : t("recharge.submitNoAmount")}
        </Button>
      </Stack>
    </form>
  );
}

function useFaultSentence() {
  const { t } = useTranslation("home");
  return (fault: AmountFault) =>
    t(`recharge.faults.${fault}`, {
      min: formatRoundCents(minCents),
      max: formatRoundCents(maxCents),
    });
}
