import { Alert, Box, Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import type { BonusTier } from "@turnpike/rules/recharge-bonus.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCents, formatPercent } from "../../lib/format.ts";
import classes from "./home.module.css";
import { RechargeAmount } from "./RechargeAmount.tsx";
import {
  type AmountFault,
  firstCents,
  maxCents,
  minCents,
  readAmount,
  whatArrives,
} from "./recharge-plan.ts";
import { type Started, useRecharge } from "./use-recharge.ts";
import { formatRoundCents } from "./whole-dollars.ts";

const methods = ["card", "crypto"] as const;
type Method = (typeof methods)[number];

/** How much, by what means, and what arrives; submitting starts the payment in a new tab. */
export function RechargeForm(props: {
  walletCents: number;
  tiers: readonly BonusTier[];
  onStarted: (started: Started) => void;
}) {
  const { t } = useTranslation("home");
  const [dollars, setDollars] = useState<number | string>(firstCents / 100);
  const [method, setMethod] = useState<Method>("card");
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
          tiers={props.tiers}
          error={shown ? sentenceOf(amount.why) : null}
          onBlur={() => setJudged(true)}
          onChange={(next) => {
            setJudged(false);
            setDollars(next);
          }}
        />
        <MethodChoice value={method} onChange={setMethod} />
        <Arrives cents={amount.ok ? amount.cents : undefined} {...props} />
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

function MethodChoice(props: { value: Method; onChange: (method: Method) => void }) {
  const { t } = useTranslation(["home", "parts"]);
  return (
    <Stack gap={6}>
      <Text fz="sm" fw={500} id="recharge-method">
        {t("recharge.method")}
      </Text>
      <SegmentedControl
        aria-labelledby="recharge-method"
        fullWidth
        value={props.value}
        onChange={(value) => props.onChange(value as Method)}
        data={methods.map((value) => ({ value, label: t(`parts:payments.methods.${value}`) }))}
      />
    </Stack>
  );
}

/** The bonus and the wallet afterwards, as one types. */
function Arrives(props: {
  cents: number | undefined;
  walletCents: number;
  tiers: readonly BonusTier[];
}) {
  const { t } = useTranslation("home");
  const { cents, walletCents, tiers } = props;
  const plan = cents === undefined ? undefined : whatArrives({ cents, walletCents, tiers });
  const bonusName = plan?.percent
    ? t("recharge.bonusOf", { percent: formatPercent(plan.percent) })
    : t("recharge.bonus");
  return (
    <Box className={classes.summary} aria-live="polite">
      <Stack gap={6}>
        <Line name={t("recharge.walletNow")} value={formatCents(walletCents)} />
        <Line name={t("recharge.amount")} value={cents === undefined ? "–" : plus(cents)} />
        <Line name={bonusName} value={plan ? plus(plan.bonusCents) : "–"} />
        <Line
          strong
          name={t("recharge.walletAfter")}
          value={plan ? formatCents(plan.walletAfterCents) : "–"}
        />
      </Stack>
    </Box>
  );
}

const plus = (cents: number) => (cents > 0 ? `+${formatCents(cents)}` : formatCents(0));

function Line(props: { name: string; value: string; strong?: boolean }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="md" className={classes.line}>
      <Text fz="sm" {...(props.strong ? { fw: 600 } : { c: "dimmed" })}>
        {props.name}
      </Text>
      <Text className="numeric" {...(props.strong ? { fw: 640, fz: "lg" } : {})}>
        {props.value}
      </Text>
    </Group>
  );
}
