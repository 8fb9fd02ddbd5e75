import { Anchor, NumberInput, Stack, Text } from "@mantine/core";
import { mbpsOfPort, planMbps } from "@turnpike/rules/unlimited.ts";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatCents, formatNumber } from "@turnpike/ui/lib/format.ts";
import { moneyFormat } from "@turnpike/ui/lib/whole-dollars.ts";
import { Presets } from "@turnpike/ui/Presets.tsx";
import { listCents, nearest, orderRange, presetsOf } from "./buy-plan.ts";
import { usePlanText } from "../plan-text.ts";
import type { BuyPlan } from "./use-buy-plan.ts";

/** The number of ports or Mbps; an unavailable quantity offers the nearest available one. */
export function PlanQuantity({ buy, refusal }: { buy: BuyPlan; refusal: string | undefined }) {
  const { t } = useTranslation("unlimited-buy");
  const { kind, typed, fault, region, days } = buy;
  const field = useRef<HTMLInputElement>(null);
  const words = usePlanText();
  const stock = region?.stock;
  const { min, max, step } = orderRange[kind];
  const written = moneyFormat();
  const message = useErrorText(buy);
  const take = nearest(kind, Number(typed), stock);
  const choose = (quantity: number) => {
    buy.type(quantity);
    // The button disappears with the error.
    field.current?.focus();
  };
  const presets = presetsOf(kind, stock).map((value) => ({
    value,
    name: words.amount({ kind, quantity: value }),
    note: region && formatCents(listCents(value, region.unitMicros[days])),
  }));
  return (
    <Stack gap="sm">
      <div>
        <NumberInput
          ref={field}
          data-field="quantity"
          label={t(`${kind}.quantity`)}
          description={<Speed buy={buy} />}
          {...(kind === "bandwidth" ? { suffix: ` ${t("unit")}` } : {})}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          thousandSeparator={written.group}
          decimalSeparator={written.decimal}
          min={min}
          max={max}
          step={step}
          value={typed}
          error={message ?? refusal}
          onChange={buy.type}
          onBlur={buy.validate}
        />
        {(fault === "step" || fault === "stock") && (
          <Text fz="sm" mt={4}>
            <Anchor component="button" type="button" onClick={() => choose(take)}>
              {t("buy.take", { amount: words.amount({ kind, quantity: take }) })}
            </Anchor>
          </Text>
        )}
      </div>
      <Presets
        wide
        label={t("buy.presets")}
        presets={presets}
        value={buy.quantity}
        onChoose={buy.type}
      />
    </Stack>
  );
}

/** What the quantity means: the speed in each direction, and that traffic is not counted. */
function Speed({ buy }: { buy: BuyPlan }) {
  const { t } = useTranslation("unlimited-buy");
  const words = usePlanText();
  const { kind, quantity } = buy;
  const sold = { kind, quantity: quantity ?? orderRange[kind].min };
  const mbps = kind === "port" ? mbpsOfPort(sold) : planMbps(sold);
  return <>{t(`${kind}.speed`, { mbps: words.mbps(mbps) })}</>;
}

/** What is wrong with the quantity, in words. */
function useErrorText({ kind, fault, region }: BuyPlan): string | undefined {
  const { t } = useTranslation("unlimited-buy");
  const words = usePlanText();
  const { min, max } = orderRange[kind];
  switch (fault) {
    case null:
      return undefined;
    case "missing":
      return t("buy.missing");
    case "outside":
      return t("buy.outside", { min: formatNumber(min), most: formatNumber(max) });
    case "step":
      return t("buy.step");
    case "stock":
      return t("buy.stock", { amount: words.amount({ kind, quantity: region?.stock ?? 0 }) });
  }
}
