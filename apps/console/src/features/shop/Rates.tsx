import { formatCents, formatNumber, formatPercent } from "@turnpike/ui/lib/format.ts";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { Rows } from "../../parts/list/List.tsx";

type Name = keyof CallResult<"rateList">;

/** A value as people read it; no country is a dash. */
function shown(name: Name, value: number | string[]): string {
  if (typeof value !== "number") return value.join(", ") || "–";
  if (name.endsWith("Cents")) return formatCents(value);
  return name.endsWith("Percent") ? formatPercent(value) : formatNumber(value);
}

/** Rates of the affiliate programme, and countries that are refused. */
export function Rates() {
  const t = useT();
  const rates = useCall("rateList", {});
  const rows = rates.data && (Object.entries(rates.data) as [Name, number | string[]][]);
  return (
    <>
      <PageHeader title={t("screens.rates.title")} description={t("screens.rates.text")} />
      <Rows
        name="rates"
        rows={rows}
        error={rates.error}
        onRetry={() => void rates.refetch()}
        rowId={([name]) => name}
        empty={t("screens.rates.empty")}
        columns={[
          { key: "name", wrap: true, text: ([name]) => word("rates", name) },
          { key: "value", align: "right", text: ([name, value]) => shown(name, value) },
        ]}
        actions={([name, value]) => (
          <ActButton
            size="compact-xs"
            act={{
              call: "rateSet",
              name: word("rates", name),
              fixed: { name },
              fields: [
                {
                  name: "value",
                  words: name.endsWith("Cents") ? "valueCents" : "value",
                  kind: "text",
                  initial: String(value),
                  optional: typeof value !== "number",
                },
              ],
            }}
          />
        )}
      />
    </>
  );
}
