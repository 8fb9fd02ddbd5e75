import { Button, Group, Text } from "@mantine/core";
import { formatCountry, formatMs } from "@turnpike/ui/lib/format.ts";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { IconUpload } from "@turnpike/ui/icons.ts";
import { useState } from "react";
import type { Item } from "../../lib/call.ts";
import { useCanCall } from "../../lib/me.ts";
import { useT, word } from "../../lib/words.ts";
import { NONE, code, when } from "@turnpike/ui/list/kinds.tsx";
import { CustomerLink, state } from "../../parts/cells.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { List, type ListFilter } from "../../parts/list/List.tsx";
import { chosenActs, exitActs } from "./exit-acts.tsx";
import { ExitDrawer } from "./ExitDrawer.tsx";
import { ImportDialog } from "./ImportDialog.tsx";
import { RowMenu } from "../../parts/act/RowMenu.tsx";

type Exit = Item<"exitList">;

const exitFilters = (t: ReturnType<typeof useT>): ListFilter[] => [
  { name: "search", as: "search", label: t("screens.exits.search") },
  {
    name: "product",
    as: "select",
    words: "products",
    options: ["pool", "static", "short", "unlimited"],
  },
  {
    name: "state",
    as: "select",
    options: ["ready", "free", "taken", "resting", "offline", "unowned", "claimed", "retired"],
  },
  { name: "country", as: "search", slim: true, label: t("columns.country") },
  { name: "node", as: "search", slim: true, label: t("columns.node") },
];

/** Exits: filter, import, rest, move and retire, one or many at once. */
export function Exits() {
  const t = useT();
  const canCall = useCanCall();
  const [shown, show] = useState<Exit | null>(null);
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
        where={exitFilters(t)}
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
        {...(canCall("exitRetire") ? { batch: chosenActs } : {})}
      />
      <ExitDrawer exit={shown} onClose={() => show(null)} />
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}

const exitColumns = (): ListColumn<Exit>[] => [
  { key: "ip", as: code },
  { key: "state", as: state },
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
  { key: "failures", exportOnly: true },
  {
    key: "holder",
    text: ({ holder }) => holder?.email ?? holder?.accountId ?? null,
    show: ({ holder }) => (
      <CustomerLink accountId={holder?.accountId ?? null} email={holder?.email ?? null} />
    ),
  },
  { key: "offlineSince", exportOnly: true, as: when },
  { key: "provenance", exportOnly: true },
  { key: "createdAt", exportOnly: true, as: when },
];
