import { Button, Group, NumberInput, Slider, Stack, Text } from "@mantine/core";
import type { Product } from "@turnpike/contract/order.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber, formatUnitMicros } from "../../lib/format.ts";
import { nextTier, positionOf, presetsOf, quantityAt, withinRange } from "./buy-plan.ts";

/** How many GB: typed, slid, or one of the presets; and where the next cheaper price begins. */
export function BuyQuantity(props: {
  plan: Product;
  value: number;
  onChange: (quantity: number) => void;
}) {
  const { t } = useTranslation("traffic-use");
  const { plan, value, onChange } = props;
  // What is typed may pass through numbers out of range; only one within it is a quantity.
  const [typed, setTyped] = useState<number | string | null>(null);
  const choose = (quantity: number) => {
    setTyped(null);
    onChange(quantity);
  };
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="md">
        <NumberInput
          label={t("buy.quantity")}
          suffix={` ${t("gbUnit")}`}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          min={plan.minQty}
          max={plan.maxQty}
          w={150}
          value={typed ?? value}
          onChange={(next) => {
            setTyped(next);
            const within = withinRange(Number(next), plan);
            if (next !== "" && within === Number(next)) onChange(within);
          }}
          onBlur={() => setTyped(null)}
        />
        <Presets plan={plan} value={value} onChoose={choose} />
      </Group>
      <Slider
        thumbLabel={t("buy.quantity")}
        label={null}
        min={0}
        max={1}
        step={0.01}
        value={positionOf(value, plan)}
        onChange={(position) => choose(quantityAt(position, plan))}
      />
      <NextTier plan={plan} value={value} />
    </Stack>
  );
}

function Presets(props: { plan: Product; value: number; onChoose: (quantity: number) => void }) {
  const { t } = useTranslation("traffic-use");
  return (
    <Group gap={6}>
      {presetsOf(props.plan).map((gb) => (
        <Button
          key={gb}
          size="xs"
          variant={gb === props.value ? "filled" : "default"}
          aria-pressed={gb === props.value}
          aria-label={`${formatNumber(gb)} ${t("gbUnit")}`}
          onClick={() => props.onChoose(gb)}
        >
          {formatNumber(gb)}
        </Button>
      ))}
    </Group>
  );
}

function NextTier({ plan, value }: { plan: Product; value: number }) {
  const { t } = useTranslation("traffic-use");
  const next = nextTier(value, plan);
  return (
    <Text fz="sm" c="dimmed" mih="1.4em" aria-live="polite">
      {next &&
        t("buy.nextTier", {
          missing: formatNumber(next.missingGb),
          price: formatUnitMicros(next.unitMicros),
        })}{" "}
    </Text>
  );
}
