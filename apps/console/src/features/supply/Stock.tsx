import { Stack, Text } from "@mantine/core";
import { formatCountry, formatMs, formatNumber } from "@turnpike/ui/lib/format.ts";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { useDeferredValue } from "react";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { NONE } from "@turnpike/ui/list/kinds.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { Rows } from "../../parts/list/List.tsx";

type Answer = CallResult<"stock">;
type Exits = Answer["exits"][number];
type Region = Answer["regions"][number];

const count = <Key extends string>(key: Key): ListColumn<Record<Key, number>> => ({
  key,
  align: "right",
  text: (row) => row[key],
  show: (row) =>
    row[key] === 0 ? (
      <Text span inherit c="dimmed">
        0
      </Text>
    ) : (
      formatNumber(row[key])
    ),
});

const exitColumns = (): ListColumn<Exits>[] => [
  { key: "product", text: ({ product }) => word("products", product) },
  { key: "country", text: ({ country }) => country, show: ({ country }) => formatCountry(country) },
  count("total"),
  count("free"),
  count("taken"),
  count("resting"),
  count("offline"),
  {
    key: "latencyMs",
    align: "right",
    text: ({ latencyMs }) => latencyMs,
    show: ({ latencyMs }) => (latencyMs === null ? NONE : formatMs(latencyMs)),
  },
];

const regionColumns = (): ListColumn<Region>[] => [
  { key: "region" },
  count("soldPorts"),
  count("mostPorts"),
  count("freePorts"),
  count("soldMbps"),
  count("mostMbps"),
  count("freeMbps"),
  { ...count("exits"), title: "exitsBehind" },
];

/** Number of exits by product and country, and how many unlimited plans can be sold. */
export function Stock() {
  const t = useT();
  const stock = useCall("stock", {});
  // Rows defers its first rows; deferring here too means nothing moves once it has its height.
  const arrived = useDeferredValue(stock.data !== undefined);
  return (
    <>
      <PageHeader title={t("screens.stock.title")} />
      <Stack gap="md">
        <Rows
          name="stock"
          error={stock.error}
          onRetry={() => void stock.refetch()}
          title={t("screens.exits.title")}
          exported
          rows={stock.data?.exits}
          rowId={({ product, country }) => `${product} ${country}`}
          empty={t("screens.exits.empty")}
          columns={exitColumns()}
        />
        {arrived && (
          <Rows
            name="regions"
            title={t("stock.regions")}
            exported
            rows={stock.data?.regions}
            rowId={({ region }) => region}
            empty={t("stock.noRegions")}
            columns={regionColumns()}
            actions={({ region, mostPorts, mostMbps }) => (
              <ActButton
                size="compact-xs"
                act={{
                  call: "regionSet",
                  name: region,
                  fixed: { region },
                  fields: [
                    { name: "ports", kind: "integer", initial: String(mostPorts) },
                    { name: "mbps", kind: "integer", initial: String(mostMbps) },
                  ],
                }}
              />
            )}
          />
        )}
      </Stack>
    </>
  );
}
