import { Slider, Stack, Text } from "@mantine/core";
import type { Product } from "@turnpike/contract/order.ts";
import { useTranslation } from "react-i18next";
import { formatNumber, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import type { QuantityError } from "../purchase/quantity.ts";
import { QuantityField } from "../purchase/QuantityField.tsx";
import { Presets } from "@turnpike/ui/Presets.tsx";
import {
  type Kind,
  nextTier,
  positionOf,
  presetsOf,
  quantityAt,
  rangeOf,
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
    onChange: (typed: number | string) => void;
    onBlur: () => void;
  },
) {
  const { t } = useTranslation("buy");
  const { kind, plan, quantity, typed, fault } = props;
  const label = t(`kinds.${kind}.quantity`);
  return (
    <Stack gap="sm">
      <QuantityField
        field="quantity"
        label={label}
        suffix={t(`kinds.${kind}.unit`)}
        range={rangeOf(plan)}
        faults={{ step: t("faults.multiple", { step: formatNumber(plan.stepQty) }) }}
        typed={typed}
        fault={fault}
        onChange={props.onChange}
        onBlur={props.onBlur}
      />
      <UsualQuantities {...props} />
      <Slider
        thumbLabel={label}
        label={null}
        min={0}
        max={1}
        step={0.01}
        value={positionOf(quantity ?? plan.minQty, plan)}
        onChange={(position) => props.onChange(quantityAt(position, plan))}
      />
      <NextTier {...props} />
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
