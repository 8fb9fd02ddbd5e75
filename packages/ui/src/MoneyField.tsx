import { NumberInput, type NumberInputProps } from "@mantine/core";
import { moneyWriting } from "./lib/whole-dollars.ts";

/** An input for dollars, formatted in the user's language; its value is in dollars. */
export function MoneyField(props: NumberInputProps) {
  const written = moneyWriting();
  const sign = written.signFirst ? { prefix: "$" } : { suffix: " $" };
  return (
    <NumberInput
      {...sign}
      labelProps={{ fz: "sm" }}
      descriptionProps={{ fz: "xs" }}
      errorProps={{ fz: "sm" }}
      inputMode="decimal"
      decimalScale={2}
      decimalSeparator={written.decimal}
      thousandSeparator={written.group}
      allowedDecimalSeparators={[".", ","].filter((each) => each !== written.group)}
      allowNegative={false}
      clampBehavior="none"
      hideControls
      required
      withAsterisk={false}
      {...props}
    />
  );
}
