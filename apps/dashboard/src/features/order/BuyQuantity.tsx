import { Slider, Stack, Text } from "@mantine/core";
import type { Product } from "@turnpike/contract/order.ts";
import { useTranslation } from "react-i18next";
import { formatNumber, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import { QuantityField } from "../purchase/QuantityField.tsx";
import type { FieldQuantity } from "../purchase/use-fields.ts";
import { Presets } from "@turnpike/ui/Presets.tsx";
import { type Kind, nextTier, positionOf, presetsOf, quantityAt, unitMicrosAt } from "./plan.ts";

interface Amount {
  kind: Kind;
  plan: Product;
  /** Null if the typed text is not a valid quantity. */
  quantity: number | null;
}

/** The quantity: typed, by slider, or one of the priced presets; says where it becomes cheaper. */
export function BuyQuantity(props: { kind: Kind; plan: Product; count: FieldQuantity }) {
  const { t } = useTranslation("buy");
  const { kind, plan, count } = props;
  const amount = { kind, plan, quantity: count.quantity };
  const { onChange } = count.field;
  const label = t(`kinds.${kind}.quantity`);
  return (
    <Stack gap="sm">
      <QuantityField
        of={count.field}
        label={label}
        suffix={t(`kinds.${kind}.unit`)}
        faults={{ step: t("faults.multiple", { step: formatNumber(plan.stepQty) }) }}
      />
      <UsualQuantities {...amount} onChange={onChange} />
      <Slider
        thumbLabel={label}
        label={null}
        min={0}
        max={1}
        step={0.01}
        value={positionOf(count.quantity ?? plan.minQty, plan)}
        onChange={(position) => onChange(quantityAt(position, plan))}
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
