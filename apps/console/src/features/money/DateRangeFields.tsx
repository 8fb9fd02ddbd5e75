import { DateField } from "@turnpike/ui/DateField.tsx";
import { productClock } from "@turnpike/ui/lib/product-clock.ts";
import { useState } from "react";
import { useT } from "../../lib/words.ts";

const DAY_MS = 86_400_000;
/** A UTC day as calls expect it. */
export const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The days in the URL, or else the last 30 days. */
export function useDateRange(values: { from?: string | undefined; to?: string | undefined }) {
  const [nowMs] = useState(productClock.nowMs);
  const from = values.from || dayText(nowMs - 29 * DAY_MS);
  const to = values.to || dayText(nowMs);
  return { from, to };
}

/** Fields for the first and the last day. */
export function DateRangeFields(props: {
  from: string;
  to: string;
  onChange: (changes: { from: string } | { to: string }) => void;
}) {
  const t = useT();
  return (["from", "to"] as const).map((name) => (
    <DateField
      key={name}
      aria-label={t(`fields.${name}`)}
      value={props[name]}
      onChange={(day) => props.onChange(name === "from" ? { from: day } : { to: day })}
    />
  ));
}
