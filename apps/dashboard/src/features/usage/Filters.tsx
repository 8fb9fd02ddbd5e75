import { Group, Pill, SegmentedControl, Select } from "@mantine/core";
import { dimensions, maxUsageDays, usageProducts } from "@turnpike/rules/usage.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCountry } from "@turnpike/ui/lib/format.ts";
import { AccountFilter } from "../sub-account/AccountFilter.tsx";
import { useCall } from "../../lib/queries.ts";
import { poolChoice } from "../sub-account/pools.ts";
import { grainsFor, isUsable, presets, type Range } from "./range.ts";
import type { UsageState } from "./use-usage.ts";
import classes from "./usage.module.css";
import { DateField } from "@turnpike/ui/DateField.tsx";

/** The filters of the report: period, product, sub-account and so on. */
export function Filters({ state }: { state: UsageState }) {
  const { t } = useTranslation("package-purchase");
  const { url, change, by, product, choosesProduct } = state;
  const hasPools = poolChoice(useCall("trafficInfo", {}).data).length > 0;
  const products = usageProducts.map((value) => ({ value, label: t(`products.${value}`) }));
  const splits = dimensions
    .filter((value) => choosesProduct || value !== "product")
    // With one pool nothing says the word.
    .filter((value) => value !== "pool" || hasPools)
    .map((value) => ({ value, label: t(`by.${value}`) }));
  return (
    <>
      <div className={classes.filters}>
        <Select
          label={t("by.label")}
          placeholder={t("by.none")}
          clearable
          clearButtonProps={{ "aria-label": t("by.none") }}
          data={splits}
          value={by ?? null}
          onChange={(value) => change({ by: value ?? "" })}
        />
        {choosesProduct && (
          <Select
            label={t("products.label")}
            placeholder={t("products.all")}
            clearable
            clearButtonProps={{ "aria-label": t("products.all") }}
            data={products}
            value={product ?? null}
            onChange={(value) => change({ product: value ?? "" })}
          />
        )}
        <AccountFilter value={url.account} onChange={(account) => change({ account })} />
        <CustomRange key={`${state.range.from}${state.range.to}`} state={state} />
      </div>
      <Chosen state={state} />
    </>
  );
}

/** 7, 30 or 90 days; a custom period selects none of them. */
export function Presets({ state }: { state: UsageState }) {
  const { t } = useTranslation("package-purchase");
  return (
    <SegmentedControl
      aria-label={t("range.label")}
      value={state.preset}
      onChange={(days) => state.change({ days: days === "30" ? "" : days, from: "", to: "" })}
      data={presets.map((value) => ({ value, label: t(`range.${value}`) }))}
    />
  );
}

/** The length of time per bar, if there is a choice. */
export function GrainChoice({ state }: { state: UsageState }) {
  const { t } = useTranslation("package-purchase");
  const fitting = grainsFor(state.range);
  if (fitting.length < 2) return null;
  return (
    <SegmentedControl
      size="xs"
      aria-label={t("grain.label")}
      value={state.grain}
      onChange={(grain) => state.change({ grain })}
      data={fitting.map((value) => ({ value, label: t(`grain.${value}`) }))}
    />
  );
}

/** Both ends of a custom period; applied once they are valid. */
function CustomRange({ state }: { state: UsageState }) {
  const { t } = useTranslation("package-purchase");
  const [range, setRange] = useState<Range>(state.range);
  const wrong = range.from !== "" && range.to !== "" && !isUsable(range);
  const edit = (changes: Partial<Range>) => {
    const next = { ...range, ...changes };
    setRange(next);
    if (next.from && next.to && isUsable(next)) state.change({ ...next, days: "" });
  };
  return (
    <>
      <DateField
        label={t("range.from")}
        value={range.from}
        error={wrong && t("range.wrong", { days: maxUsageDays })}
        onChange={(from) => edit({ from })}
      />
      <DateField
        label={t("range.to")}
        value={range.to}
        error={wrong}
        onChange={(to) => edit({ to })}
      />
    </>
  );
}

/** The country and the domain selected in a table; each can be removed. */
function Chosen({ state }: { state: UsageState }) {
  const { t } = useTranslation("package-purchase");
  const { country, domain } = state.url;
  const chosen = [
    { name: "country", label: country && formatCountry(country) },
    { name: "domain", label: domain },
  ].filter(({ label }) => label !== "");
  if (chosen.length === 0) return null;
  return (
    <Group gap="xs" mt="sm">
      {chosen.map(({ name, label }) => (
        <Pill
          key={name}
          withRemoveButton
          onRemove={() => state.change({ [name]: "" })}
          removeButtonProps={{
            "aria-label": t("filter.remove", { name: label }),
            "aria-hidden": false,
            tabIndex: 0,
          }}
        >
          {label}
        </Pill>
      ))}
    </Group>
  );
}
