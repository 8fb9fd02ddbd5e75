import { Text } from "@mantine/core";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { formatCountry, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import { orderRange, type Region } from "./buy-plan.ts";
import classes from "../plans.module.css";
import { usePlanText } from "../plan-text.ts";
import type { PlanDays } from "../plan.ts";

/** How many countries are named; the rest is counted. */
const NAMED = 3;

/** The exits' region: each with its price, free capacity and countries. */
export function RegionChoice(props: {
  kind: UnlimitedKind;
  regions: readonly Region[];
  days: PlanDays;
  value: Region | undefined;
  /** No region has been chosen. */
  missing: boolean;
  onChange: (region: Region["region"]) => void;
}) {
  const { t } = useTranslation("unlimited-buy");
  const { kind, regions, days, value } = props;
  const [label, name] = [useId(), useId()];
  return (
    <div>
      <Text fz="sm" fw={500} mb={6} id={label}>
        {t("buy.region")}
      </Text>
      <div
        role="radiogroup"
        aria-labelledby={label}
        className={classes.regions}
        data-field="region"
        tabIndex={-1}
      >
        {regions.map((one) => {
          const soldOut = one.stock < orderRange[kind].min;
          return (
            <label
              key={one.region}
              className={classes.region}
              data-chosen={one.region === value?.region || undefined}
              data-off={soldOut || undefined}
            >
              <input
                type="radio"
                name={name}
                value={one.region}
                className={classes.radio}
                checked={one.region === value?.region}
                disabled={soldOut}
                onChange={() => props.onChange(one.region)}
              />
              <RegionText kind={kind} region={one} days={days} soldOut={soldOut} />
            </label>
          );
        })}
      </div>
      {props.missing && (
        <Text fz="sm" c="var(--mantine-color-error)" mt={4} role="alert">
          {t("buy.chooseRegion")}
        </Text>
      )}
    </div>
  );
}

function RegionText(props: {
  kind: UnlimitedKind;
  region: Region;
  days: PlanDays;
  soldOut: boolean;
}) {
  const { t } = useTranslation("unlimited-buy");
  const words = usePlanText();
  const { kind, region, days, soldOut } = props;
  const price = formatUnitMicros(region.unitMicros[days]);
  const free = words.amount({ kind, quantity: region.stock });
  const { named, more, all } = useCountries(region);
  return (
    <span className={classes.regionWords}>
      <span className={classes.line}>
        <Text span fz="sm" fw={600}>
          {region.name}
        </Text>{" "}
        <Text span fz="sm" className="numeric">
          {t(`${kind}.price`, { price })}
        </Text>
      </span>{" "}
      <Text span fz="xs" c="dimmed" className={classes.line ?? ""}>
        <span className={classes.countries} title={all}>
          <span className={classes.named}>{named}</span>{" "}
          {more > 0 && <span>{t("buy.moreCountries", { count: more })}</span>}
        </span>{" "}
        <Text span inherit className={classes.free ?? ""} {...(soldOut ? { fw: 650 } : {})}>
          {soldOut ? t("buy.soldOut") : t("buy.free", { amount: free })}
        </Text>
      </Text>
    </span>
  );
}

/** "Germany, France, Spain" and the number of others, by number of exits; and the full list. */
function useCountries({ countries }: Region) {
  const { t, i18n } = useTranslation("unlimited-buy");
  const names = countries
    .toSorted((one, other) => other.exits - one.exits)
    .map(({ code }) => formatCountry(code));
  const tag = i18n.language === "zh-tw" ? "zh-TW" : i18n.language;
  const list = new Intl.ListFormat(tag, { type: "conjunction", style: "narrow" });
  if (names.length === 0) return { named: t("buy.noExits"), more: 0, all: "" };
  const firstNames = names.slice(0, NAMED);
  const more = names.length - firstNames.length;
  return { named: list.format(firstNames), more, all: list.format(names) };
}
