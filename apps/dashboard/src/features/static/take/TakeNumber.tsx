import { Anchor, NumberInput, Text } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { moneyFormat } from "@turnpike/ui/lib/whole-dollars.ts";
import { type NumberError, MAX_TAKE } from "./take-plan.ts";

/** How many IPs; if fewer are free, one click takes those. */
export function TakeNumber(props: {
  typed: number | string;
  /** Undefined if no place has been chosen. */
  free: number | undefined;
  fault: NumberError | null;
  /** The API's refusal of the number. */
  refusal: string | undefined;
  onChange: (typed: number | string) => void;
  onBlur: () => void;
}) {
  const { t } = useTranslation("static-take");
  const { typed, free, fault, onChange } = props;
  const field = useRef<HTMLInputElement>(null);
  const written = moneyFormat();
  const most = Math.min(MAX_TAKE, free ?? MAX_TAKE);
  const words = { count: most, number: formatNumber(most), most: formatNumber(MAX_TAKE) };
  const sentence = fault && t(fault === "stock" && most === 0 ? "num.none" : `num.${fault}`, words);
  const takeAll = () => {
    onChange(most);
    // The button disappears with the error.
    field.current?.focus();
  };
  return (
    <div>
      <NumberInput
        ref={field}
        data-field="num"
        label={t("num.label")}
        description={
          free !== undefined && t("num.free", { count: free, number: formatNumber(free) })
        }
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        thousandSeparator={written.group}
        decimalSeparator={written.decimal}
        min={1}
        max={Math.max(1, most)}
        value={typed}
        error={sentence ?? props.refusal}
        onChange={onChange}
        onBlur={props.onBlur}
      />
      {fault === "stock" && most > 0 && (
        <Text fz="sm" mt={4}>
          <Anchor component="button" type="button" onClick={takeAll}>
            {t("num.takeAll", words)}
          </Anchor>
        </Text>
      )}
    </div>
  );
}
