import { NumberInput, type NumberInputProps } from "@mantine/core";
import { moneyFormat } from "./lib/whole-dollars.ts";

/** An input for dollars, formatted in the user's language; its value is in dollars. */
export function MoneyField(props: NumberInputProps) {
  const format = moneyFormat();
  const sign = format.signFirst ? { prefix: "$" } : { suffix: " $" };
  return (
    <NumberInput
      {...sign}
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
