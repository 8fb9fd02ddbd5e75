import { Anchor, NumberInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { gbText } from "@turnpike/ui/Bytes.tsx";

/** A sub-account's traffic allotment, with the amount available for it. */
export function GbField(props: {
  value?: number | string;
  error?: ReactNode;
  onChange?: (value: number | string) => void;
  onBlur?: () => void;
  restBytes: number | undefined;
  onBuy: () => void;
}) {
  const { t } = useTranslation("traffic-use");
  const { restBytes, onBuy, ...field } = props;
  return (
    <NumberInput
      {...field}
      label={t("gb.label")}
      suffix={` ${t("gbUnit")}`}
      min={0}
      decimalScale={3}
      allowNegative={false}
      clampBehavior="none"
      description={
        restBytes === undefined ? (
          " "
        ) : (
          <>
            {t("gb.rest", { amount: gbText(restBytes) })}{" "}
            <Anchor component="button" type="button" fz="inherit" onClick={onBuy}>
              {t("buy.open")}
            </Anchor>
          </>
        )
      }
    />
  );
}
