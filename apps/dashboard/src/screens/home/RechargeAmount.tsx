import { Button, Group, NumberInput, Stack, Text } from "@mantine/core";
import type { BonusTier } from "@turnpike/rules/recharge-bonus.ts";
import { useTranslation } from "react-i18next";
import { formatCents, formatPercent } from "../../lib/format.ts";
import classes from "./home.module.css";
import { maxCents, minCents, nextBonusTier, presets, readAmount } from "./recharge-plan.ts";
import { useFirstFocus } from "./use-first-focus.ts";
import { formatRoundCents, moneyWriting } from "./whole-dollars.ts";

/** How many dollars: typed or one of the presets; and what is missing for the next bonus. */
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
  const written = moneyWriting();
  const sign = written.signFirst ? { prefix: "$" } : { suffix: " $" };
  return (
    <Stack gap="sm">
      <NumberInput
        {...sign}
        ref={field}
        data-autofocus
        size="lg"
        labelProps={{ fz: "sm" }}
        descriptionProps={{ fz: "xs" }}
        errorProps={{ fz: "sm" }}
        label={t("recharge.amount")}
        description={t("recharge.limits", {
          min: formatRoundCents(minCents),
          max: formatRoundCents(maxCents),
        })}
        inputMode="decimal"
        decimalScale={2}
        decimalSeparator={written.decimal}
        thousandSeparator={written.group}
        allowedDecimalSeparators={[".", ","].filter((sign) => sign !== written.group)}
        allowNegative={false}
        clampBehavior="none"
        hideControls
        required
        withAsterisk={false}
        value={props.value}
        error={props.error}
        onChange={props.onChange}
        onBlur={props.onBlur}
        classNames={{ input: classes.amount ?? "" }}
      />
      <Group gap={6} role="group" aria-label={t("recharge.presets")} className={classes.presets}>
        {presets.map((preset) => (
          <Button
            key={preset}
            size="xs"
            variant={preset === cents ? "filled" : "default"}
            aria-pressed={preset === cents}
            onClick={() => props.onChange(preset / 100)}
          >
            {formatRoundCents(preset)}
          </Button>
        ))}
      </Group>
      <NextTier cents={cents} {...props} />
    </Stack>
  );
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
