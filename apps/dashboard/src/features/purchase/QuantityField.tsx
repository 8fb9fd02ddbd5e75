import { Anchor, NumberInput, Text } from "@mantine/core";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { writtenMoney } from "@turnpike/ui/lib/written-money.ts";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { FieldQuantity } from "./use-fields.ts";

/** A quantity to type; one that is not available offers the nearest that is. */
export function QuantityField(props: {
  of: FieldQuantity["field"];
  label: string;
  description?: ReactNode;
  suffix?: string;
  /** The sentences that belong to the product. */
  faults?: { stock?: string; step?: string };
  /** The API's refusal of the quantity. */
  refusal?: string | undefined;
  /** The nearest available quantity, and what its button says. */
  offer?: { quantity: number; text: string } | undefined;
  autoFocus?: boolean;
}) {
  const { t } = useTranslation("buy");
  const { offer } = props;
  const { range, fault, typed, onChange, onBlur, field } = props.of;
  const input = useRef<HTMLInputElement>(null);
  const written = writtenMoney();
  const bounds = { min: formatNumber(range.min), max: formatNumber(range.max) };
  const own = fault === "stock" || fault === "step" ? props.faults?.[fault] : undefined;
  const text = fault === "missing" || fault === "outside" ? t(`faults.${fault}`, bounds) : own;
  const take = (quantity: number) => {
    onChange(quantity);
    // The button disappears with the error.
    input.current?.focus();
  };
  return (
    <div>
      <NumberInput
        ref={input}
        data-field={field}
        {...(props.autoFocus ? { "data-autofocus": true } : {})}
        label={props.label}
        description={props.description}
        {...(props.suffix ? { suffix: ` ${props.suffix}` } : {})}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        thousandSeparator={written.group}
        decimalSeparator={written.decimal}
        min={range.min}
        max={range.max}
        step={range.step ?? 1}
        value={typed}
        error={text ?? props.refusal}
        onChange={onChange}
        onBlur={onBlur}
      />
      {(fault === "step" || fault === "stock") && offer && (
        <Text fz="sm" mt={4}>
          <Anchor component="button" type="button" onClick={() => take(offer.quantity)}>
            {offer.text}
          </Anchor>
        </Text>
      )}
    </div>
  );
}
