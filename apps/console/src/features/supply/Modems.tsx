import { Text } from "@mantine/core";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { formatCountry } from "@turnpike/ui/lib/format.ts";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { Code, code, count, NONE, when } from "@turnpike/ui/list/kinds.tsx";
import type { Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { RowMenu } from "../../parts/act/RowMenu.tsx";
import { CustomerLink, state } from "../../parts/cells.tsx";
import { Rows } from "../../parts/list/List.tsx";
import { exitActs } from "./exit-acts.tsx";
import { rotateAct } from "./bought-acts.tsx";

type Modem = Item<"modemList">;
const EVERY_MS = 5_000;

/** Modems: the address that each has and since when, its rotations and its last failure. */
export function Modems() {
  const t = useT();
  const modems = useCall("modemList", {}, { everyMs: EVERY_MS });
  return (
    <>
      <PageHeader title={t("screens.modems.title")} description={t("screens.modems.text")} />
      <Rows
        name="modems"
        rows={modems.data?.items}
        error={modems.error}
        onRetry={() => void modems.refetch()}
        rowId={({ id }) => id}
        empty={t("screens.modems.empty")}
        columns={columns}
        actions={(modem) => <RowMenu name={modem.name} acts={actsOf(modem)} />}
      />
    </>
  );
}

const actsOf = ({ id, name }: Modem) => {
  const [rest, , retire] = exitActs([id], name, name);
  return [rotateAct(id, name), rest, retire];
};

const columns: ListColumn<Modem>[] = [
  { key: "name", as: code },
  { key: "state", as: state },
  {
    key: "ip",
    text: ({ address }) => address,
    show: ({ address }) => (address === "" ? NONE : <Code>{address}</Code>),
  },
  { key: "since", as: when },
  { key: "product", extra: "chosen", text: ({ product }) => word("products", product) },
  {
    key: "country",
    text: ({ country, city }) => `${country} ${city}`,
    show: ({ country, city }) => [formatCountry(country), city].filter(Boolean).join(", "),
  },
  { key: "rotations", as: count },
  { key: "rotatedAt", as: when },
  { key: "minSeconds", extra: "chosen", as: count },
  { key: "failedAt", extra: "chosen", as: when },
  {
    key: "trouble",
    wrap: true,
    show: ({ trouble }) => (
      <Text span inherit c={trouble === "" ? "dimmed" : "red"}>
        {trouble || NONE}
      </Text>
    ),
  },
  {
    key: "holder",
    text: ({ holder }) => holder?.email ?? holder?.accountId ?? null,
    show: ({ holder }) => (
      <CustomerLink accountId={holder?.accountId ?? null} email={holder?.email ?? null} />
    ),
  },
  { key: "node", extra: "chosen", text: ({ node }) => node || NONE },
  { key: "provenance", extra: "chosen", wrap: true },
];
