import { NumberInput, Slider, Stack, Text } from "@mantine/core";
import type { Product } from "@turnpike/contract/order.ts";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import { moneyFormat } from "@turnpike/ui/lib/whole-dollars.ts";
import { Presets } from "@turnpike/ui/Presets.tsx";
import {
  type Kind,
  nextTier,
  positionOf,
  presetsOf,
  type QuantityError,
  quantityAt,
  unitMicrosAt,
} from "./plan.ts";

interface Amount {
  kind: Kind;
  plan: Product;
  /** Null if the typed text is not a valid quantity. */
  quantity: number | null;
}

/** The quantity: typed, by slider, or one of the priced presets; says where it becomes cheaper. */
export function BuyQuantity(
  props: Amount & {
    typed: number | string;
    fault: QuantityError | null;
    field: RefObject<HTMLInputElement | null>;
    onChange: (typed: number | string) => void;
    onBlur: () => void;
  },
) {
  const { t } = useTranslation("buy");
  const { field, ...amount } = props;
  const { kind, plan, quantity, typed, fault } = amount;
  const range = { min: formatNumber(plan.minQty), max: formatNumber(plan.maxQty) };
  const written = moneyFormat();
  const label = t(`kinds.${kind}.quantity`);
  return (
    <Stack gap="sm">
      <NumberInput
        ref={field}
        label={label}
        suffix={` ${t(`kinds.${kind}.unit`)}`}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        thousandSeparator={written.group}
        decimalSeparator={written.decimal}
        min={plan.minQty}
        max={plan.maxQty}
        value={typed}
        error={fault && t(`faults.${fault}`, range)}
        onChange={amount.onChange}
        onBlur={amount.onBlur}
      />
      <UsualQuantities {...amount} />
      <Slider
        thumbLabel={label}
        label={null}
        min={0}
        max={1}
        step={0.01}
        value={positionOf(quantity ?? plan.minQty, plan)}
        onChange={(position) => amount.onChange(quantityAt(position, plan))}
      />
      <NextTier {...amount} />
    </Stack>
  );
}

function UsualQuantities(props: Amount & { onChange: (quantity: number) => void }) {
  const { t } = useTranslation("buy");
  const { kind, plan } = props;
  const presets = presetsOf(kind, plan).map((value) => ({
    value,
    name: `${formatNumber(value)} ${t(`kinds.${kind}.unit`)}`,
    note: t(`kinds.${kind}.unitPrice`, { price: formatUnitMicros(unitMicrosAt(value, plan)) }),
  }));
  return (
    <Presets
      wide
      label={t("presets")}
      presets={presets}
      value={props.quantity}
      onChoose={props.onChange}
    />
  );
}

function NextTier({ kind, plan, quantity }: Amount) {
  const { t } = useTranslation("buy");
  const next = quantity === null ? null : nextTier(quantity, plan);
  return (
    <Text fz="sm" c="dimmed" mih="1.4em" aria-live="polite">
      {next &&
        t(`kinds.${kind}.nextTier`, {
          missing: formatNumber(next.missing),
          price: formatUnitMicros(next.unitMicros),
        })}{" "}
    </Text>
  );
}
