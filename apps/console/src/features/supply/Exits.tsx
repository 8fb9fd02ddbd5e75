import { Button, Group, Text } from "@mantine/core";
import { formatCountry, formatMs } from "@turnpike/ui/lib/format.ts";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { IconUpload } from "@turnpike/ui/icons.ts";
import { useState } from "react";
import type { Item } from "../../lib/call.ts";
import { useCanCall } from "../../lib/me.ts";
import { useT, word } from "../../lib/words.ts";
import { Code, CustomerLink, NONE, State, When } from "../../parts/cells.tsx";
import type { ListColumn } from "../../parts/list/columns.ts";
import type { Filter } from "../../parts/list/Filters.tsx";
import { List } from "../../parts/list/List.tsx";
import { ChosenActs, exitActs } from "./exit-acts.tsx";
import { ExitDrawer } from "./ExitDrawer.tsx";
import { ImportDialog } from "./ImportDialog.tsx";
import { RowMenu } from "../../parts/act/RowMenu.tsx";

type Exit = Item<"exitList">;

const exitFilters = (t: ReturnType<typeof useT>): Filter[] => [
  { name: "search", kind: "search", label: t("screens.exits.search") },
  {
    name: "product",
    kind: "select",
    words: "products",
    options: ["pool", "static", "short", "unlimited"],
  },
  {
    name: "state",
    kind: "select",
    options: ["ready", "free", "taken", "resting", "offline", "unowned", "claimed", "retired"],
  },
  { name: "country", kind: "text", label: t("columns.country") },
  { name: "node", kind: "text", label: t("columns.node") },
];

/** Exits: filter, import, rest, move and retire, one or many at once. */
export function Exits() {
  const t = useT();
  const canCall = useCanCall();
  const [shown, show] = useState<Exit | null>(null);
  const [chosen, choose] = useState<string[]>([]);
  const [importing, setImporting] = useState(false);
  return (
    <>
      <PageHeader
        title={t("screens.exits.title")}
        actions={
          canCall("exitImport") && (
            <Button
              size="xs"
              leftSection={<IconUpload size={15} aria-hidden />}
              onClick={() => setImporting(true)}
            >
              {t("import.title")}
            </Button>
          )
        }
      />
      <List
        call="exitList"
        name="exits"
        empty={t("screens.exits.empty")}
        rowId={({ id }) => id}
        filters={exitFilters(t)}
        columns={exitColumns()}
        onOpen={show}
        actions={(exit) => (
          <>
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => show(exit)}>
              {t("details")}
              <span className="visually-hidden"> {exit.ip}</span>
            </Button>
            {exit.retiredAt === null && (
              <RowMenu name={exit.ip} acts={exitActs([exit.id], exit.ip, exit.ip)} />
            )}
          </>
        )}
        {...(canCall("exitRetire")
          ? {
              selection: { ids: chosen, onChange: choose },
              tools: <ChosenActs ids={chosen} onDone={() => choose([])} />,
            }
          : {})}
      />
      <ExitDrawer exit={shown} onClose={() => show(null)} />
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}

const exitColumns = (): ListColumn<Exit>[] => [
  { key: "ip", text: ({ ip }) => ip, show: ({ ip }) => <Code>{ip}</Code> },
  { key: "state", text: ({ state }) => state, show: ({ state }) => <State state={state} /> },
  { key: "product", text: ({ product }) => word("products", product) },
  {
    key: "country",
    text: ({ country, city }) => `${country} ${city}`,
    show: ({ country, city }) => (
      <Group gap={6} wrap="nowrap">
        {formatCountry(country)}
        {city && (
          <Text span inherit c="dimmed">
            {city}
          </Text>
        )}
      </Group>
    ),
  },
  {
    key: "network",
    exportOnly: true,
    text: ({ isp, asn }) => `${isp} AS${asn}`,
  },
  { key: "node", text: ({ node }) => node || NONE },
  { key: "claimedBy", text: ({ claimedBy }) => claimedBy.join(", ") || NONE },
  {
    key: "latencyMs",
    align: "right",
    text: ({ latencyMs }) => latencyMs,
    show: ({ latencyMs }) => (latencyMs === null ? NONE : formatMs(latencyMs)),
  },
  {
    key: "failures",
    exportOnly: true,
    text: ({ failures }) => failures,
  },
  {
    key: "holder",
    text: ({ holder }) => holder?.email ?? holder?.accountId ?? null,
    show: ({ holder }) => (
      <CustomerLink accountId={holder?.accountId ?? null} email={holder?.email ?? null} />
    ),
  },
  {
    key: "offlineSince",
    exportOnly: true,
    text: ({ offlineSince }) => offlineSince,
    show: ({ offlineSince }) => <When at={offlineSince} />,
  },
  { key: "provenance", exportOnly: true, text: ({ provenance }) => provenance },
  {
    key: "createdAt",
    exportOnly: true,
    text: ({ createdAt }) => createdAt,
    show: ({ createdAt }) => <When at={createdAt} />,
  },
];
