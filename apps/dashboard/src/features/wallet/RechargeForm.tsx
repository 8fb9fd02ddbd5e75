import { Alert, Button, Stack, Text } from "@mantine/core";
import { IconCreditCardOff, IconExternalLink } from "@turnpike/ui/icons.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { formatCents, formatDateTime, formatPercent } from "@turnpike/ui/lib/format.ts";
import { formatRoundCents } from "@turnpike/ui/lib/written-money.ts";
import { MethodChoice } from "../payment/MethodChoice.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { Sum, AmountList } from "@turnpike/ui/AmountList.tsx";
import { forgetPromoCode } from "../purchase/promo-code.ts";
import { PromoField, type TakenPromo } from "../purchase/PromoField.tsx";
import { RechargeAmount } from "./RechargeAmount.tsx";
import {
  type AmountError,
  firstCents,
  maxCents,
  minCents,
  promotionFor,
  readAmount,
  rechargeBreakdown,
} from "./recharge-plan.ts";
import { type BonusTier, rechargeBonus } from "@turnpike/rules/recharge-bonus.ts";
import { type StartedPayment, useRecharge } from "./use-recharge.ts";

type Method = CallResult<"paymentMethods">["items"][number];
interface FormProps {
  index: CallResult<"indexInit">;
  /** The available payment methods. */
  methods: readonly Method[];
  /** The initial amount; a usual one by default. */
  firstCents?: number | undefined;
  onStarted: (started: StartedPayment) => void;
}

/** The amount, the payment method, and what arrives; submitting opens the payment in a new tab. */
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
  const [method, setMethod] = useState<Method["id"]>(props.first.id);
  const [validated, setValidated] = useState(false);
  const [promo, setPromo] = useState<TakenPromo | null>(null);
  const recharge = useRecharge(props.onStarted);
  const errorText = useErrorText();
  const amount = readAmount(dollars);
  // Too low an amount may just be unfinished, so it is reported only on blur or submit.
  const showsError = !amount.ok && (validated || amount.why === "aboveMax");
  const tiers = promo ? [...index.bonusTiers, promoTier(promo)] : index.bonusTiers;
  const submit = () => {
    setValidated(true);
    if (!amount.ok) return;
    const promoCode = usedCode(promo, amount.cents, index.bonusTiers);
    if (promoCode !== undefined) forgetPromoCode();
    recharge.start({ amountCents: amount.cents, method, promoCode });
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
          error={showsError ? errorText(amount.why) : null}
          onBlur={() => setValidated(true)}
          onChange={(next) => {
            setValidated(false);
            setDollars(next);
          }}
        />
        <MethodChoice
          label={t("recharge.method")}
          methods={methods}
          value={method}
          onChange={setMethod}
        />
        <PromoField onTaken={setPromo} />
        <RechargeArrives
          cents={amount.ok ? amount.cents : undefined}
          index={{ ...index, bonusTiers: tiers }}
        />
        <Refused text={recharge.refusal} />
        <Submit cents={amount.ok ? amount.cents : null} busy={recharge.busy} />
      </Stack>
    </form>
  );
}

function Submit({ cents, busy }: { cents: number | null; busy: boolean }) {
  const { t } = useTranslation("home");
  return (
    <Button
      type="submit"
      size="md"
      loading={busy}
      rightSection={<IconExternalLink size={17} aria-hidden />}
    >
      {cents === null
        ? t("recharge.submitNoAmount")
        : t("recharge.submit", { amount: formatCents(cents) })}
    </Button>
  );
}

function Refused({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <Alert color="red" role="alert">
      {text}
    </Alert>
  );
}

/** The code, if it brings more than the bonus that everybody gets. */
function usedCode(promo: TakenPromo | null, cents: number, tiers: BonusTier[]) {
  if (promo === null) return undefined;
  const raised = rechargeBonus(cents, [...tiers, promoTier(promo)]) > rechargeBonus(cents, tiers);
  return raised ? promo.code : undefined;
}

/** A promo code's percentage as a bonus; a gift raises nothing. */
const promoTier = ({ percent, minCents }: TakenPromo): BonusTier => ({
  fromCents: minCents ?? 0,
  percent: percent ?? 0,
});

function useErrorText() {
  const { t } = useTranslation("home");
  return (fault: AmountError) =>
    t(`recharge.faults.${fault}`, {
      min: formatRoundCents(minCents),
      max: formatRoundCents(maxCents),
    });
}

const plus = (cents: number) => (cents > 0 ? `+${formatCents(cents)}` : formatCents(0));

/** The bonus, its promotion, and the wallet's new balance, updated while typing. */
function RechargeArrives(props: {
  /** Undefined while there is no amount. */
  cents: number | undefined;
  index: CallResult<"indexInit">;
}) {
  const { t } = useTranslation("home");
  const { cents, index } = props;
  const { walletCents, walletDebtCents: debtCents, bonusTiers: tiers } = index;
  const breakdown =
    cents === undefined ? undefined : rechargeBreakdown({ cents, walletCents, debtCents, tiers });
  const applied = promotionFor(cents ?? 0, index);
  // Includes promotions that need a higher amount, but not those with a lower bonus.
  const visiblePromotions = index.promotions.filter(
    (one) => one === applied || one.fromCents > (cents ?? 0),
  );
  const bonusName = breakdown?.percent
    ? t("recharge.bonusOf", { percent: formatPercent(breakdown.percent) })
    : t("recharge.bonus");
  return (
    <AmountList>
      <Sum name={t("recharge.walletNow")} value={formatCents(walletCents)} />
      <Sum name={t("recharge.amount")} value={cents === undefined ? "–" : plus(cents)} />
      <Sum name={bonusName} value={breakdown ? plus(breakdown.bonusCents) : "–"} />
      {visiblePromotions.map((one) => (
        <Text key={one.id} fz="xs" c={one === applied ? "good" : "dimmed"}>
          {t("recharge.promotion", { title: one.title, at: formatDateTime(one.endsAt) })}
        </Text>
      ))}
      {debtCents > 0 && (
        <Sum
          name={t("recharge.settles")}
          value={`−${formatCents(breakdown?.settledCents ?? debtCents)}`}
        />
      )}
      <Sum
        strong
        name={t("recharge.walletAfter")}
        value={breakdown ? formatCents(breakdown.walletAfterCents) : "–"}
      />
    </AmountList>
  );
}
