import { NumberInput, type NumberInputProps } from "@mantine/core";
import { writtenMoney } from "./lib/written-money.ts";

/** An input for money, formatted in the user's language; its value is in whole units. */
export function MoneyField(props: NumberInputProps) {
  const format = writtenMoney();
  return (
    <NumberInput
      prefix={format.prefix}
      suffix={format.suffix}
      labelProps={{ fz: "sm" }}
      descriptionProps={{ fz: "xs" }}
      errorProps={{ fz: "sm" }}
      inputMode="decimal"
      decimalScale={2}
      decimalSeparator={format.decimal}
      thousandSeparator={format.group}
      allowedDecimalSeparators={[".", ","].filter((each) => each !== format.group)}
      allowNegative={false}
      clampBehavior="none"
      hideControls
      required
      withAsterisk={false}
      {...props}
    />
  );
}
