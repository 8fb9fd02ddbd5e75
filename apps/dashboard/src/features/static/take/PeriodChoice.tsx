import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatNumber, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import { Presets } from "@turnpike/ui/Presets.tsx";
import type { Credits } from "./take-plan.ts";
import { type Term, termDays } from "../term.ts";

/** The period; each with the account's credits for it, or else the price of one IP. */
export function PeriodChoice(props: {
  term: Term;
  days: number;
  credits: Credits;
  /** Undefined while loading. */
  unitMicros: (days: number) => number | undefined;
  onChange: (days: number) => void;
}) {
  const { t } = useTranslation("static-take");
  const noteOf = (days: number) => {
    const has = props.credits[days] ?? 0;
    if (has > 0) return t("period.credits", { count: has, number: formatNumber(has) });
    const micros = props.unitMicros(days);
    return micros && t("period.price", { price: formatUnitMicros(micros) });
  };
  const presets = termDays[props.term].map((days) => ({
    value: days,
    name: t("period.days", { count: days }),
    note: noteOf(days) || undefined,
  }));
  return (
    <Stack gap={6}>
      <Text fz="sm" fw={500}>
        {t("period.label")}
      </Text>
      <Presets
        wide
        label={t("period.label")}
        presets={presets}
        value={props.days}
        onChoose={props.onChange}
      />
    </Stack>
  );
}
