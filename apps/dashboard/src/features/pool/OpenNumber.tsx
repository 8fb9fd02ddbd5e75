import { Anchor, NumberInput, Text } from "@mantine/core";
import { maxOpenedIps } from "@turnpike/rules/pool.ts";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { moneyFormat } from "@turnpike/ui/lib/whole-dollars.ts";
import type { Open } from "./use-open.ts";

/** How many IPs of a place; if fewer are available, one click takes those. */
export function OpenNumber(props: {
  open: Open;
  /** The place; empty for anywhere. */
  words: string;
  /** The API's refusal of the number. */
  refusal: string | undefined;
}) {
  const { t } = useTranslation("pool");
  const { open, words } = props;
  const { free } = open;
  const field = useRef<HTMLInputElement>(null);
  const written = moneyFormat();
  const most = Math.min(maxOpenedIps, free ?? maxOpenedIps);
  const fault = open.shown.num;
  const params = { count: most, number: formatNumber(most), most: formatNumber(maxOpenedIps) };
  const place = words || t("open.anywhere");
  const takeAll = () => {
    open.type(most);
    // The button disappears with the error.
    field.current?.focus();
  };
  return (
    <div>
      <NumberInput
        ref={field}
        data-field="num"
        data-autofocus
        label={t("open.num")}
        description={
          free === undefined
            ? place
            : t("open.numHelp", { place, count: free, number: formatNumber(free) })
        }
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        thousandSeparator={written.group}
        decimalSeparator={written.decimal}
        min={1}
        max={Math.max(1, most)}
        value={open.typed}
        error={fault ? t(`open.numFault.${fault}`, params) : props.refusal}
        onChange={open.type}
        onBlur={() => open.validate("num")}
      />
      {fault === "free" && most > 0 && (
        <Text fz="sm" mt={4}>
          <Anchor component="button" type="button" onClick={takeAll}>
            {t("open.takeAll", params)}
          </Anchor>
        </Text>
      )}
    </div>
  );
}
