import { Stack, Text } from "@mantine/core";
import type { BonusTier } from "@turnpike/rules/recharge-bonus.ts";
import { useTranslation } from "react-i18next";
import { formatCents, formatPercent } from "@turnpike/ui/lib/format.ts";
import { formatRoundCents } from "@turnpike/ui/lib/written-money.ts";
import { type Preset, Presets } from "@turnpike/ui/Presets.tsx";
import { MoneyField } from "@turnpike/ui/MoneyField.tsx";
import classes from "./wallet.module.css";
import {
  maxCents,
  minCents,
  nextBonusTier,
  presets,
  readAmount,
  rechargeBreakdown,
} from "./recharge-plan.ts";
import { useFirstFocus } from "@turnpike/ui/lib/use-first-focus.ts";

/** The amount in whole units, typed or a preset; and how much is missing for the next bonus. */
export function RechargeAmount(props: {
  value: number | string;
  error: string | null;
  tiers: readonly BonusTier[];
  onChange: (dollars: number | string) => void;
  onBlur: () => void;
}) {
  const { t } = useTranslation("home");
  const amount = readAmount(props.value);
  const cents = amount.ok ? amount.cents : undefined;
  const field = useFirstFocus<HTMLInputElement>();
  return (
    <Stack gap="sm">
      <MoneyField
        ref={field}
        data-autofocus
        size="lg"
        label={t("recharge.amount")}
        description={t("recharge.limits", {
          min: formatRoundCents(minCents),
          max: formatRoundCents(maxCents),
        })}
        value={props.value}
        error={props.error}
        onChange={props.onChange}
        onBlur={props.onBlur}
        classNames={{ input: classes.amount ?? "" }}
      />
      <Presets
        label={t("recharge.presets")}
        presets={presets.map((value) => preset(value, props.tiers))}
        value={cents}
        onChoose={(chosen) => props.onChange(chosen / 100)}
      />
      <NextTier cents={cents} {...props} />
    </Stack>
  );
}

/** An amount in cents, with the bonus that it earns. */
function preset(value: number, tiers: readonly BonusTier[]): Preset {
  const { percent } = rechargeBreakdown({ cents: value, walletCents: 0, debtCents: 0, tiers });
  const note = percent ? `+${formatPercent(percent)}` : undefined;
  return { value, name: formatRoundCents(value), note };
}

function NextTier(props: {
  cents: number | undefined;
  tiers: readonly BonusTier[];
  onChange: (dollars: number) => void;
}) {
  const { t } = useTranslation("home");
  const { cents } = props;
  const next = cents === undefined ? null : nextBonusTier(cents, props.tiers);
  if (cents === undefined || !next) return null;
  return (
    <Text fz="sm" c="dimmed">
      {t("recharge.nextTier", {
        missing: formatCents(next.missingCents),
        percent: formatPercent(next.percent),
      })}
    </Text>
  );
}
