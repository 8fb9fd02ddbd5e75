import { formatNumber, formatPercent } from "@turnpike/ui/lib/format.ts";
import { productClock } from "@turnpike/ui/lib/product-clock.ts";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { cents, Code, when } from "@turnpike/ui/list/kinds.tsx";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import type { Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import type { Act } from "../../parts/act/act.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { State } from "../../parts/cells.tsx";
import { Rows } from "../../parts/list/List.tsx";

type Promo = Item<"promoList">;

function stateOf({ enabled, from, to }: Promo): string {
  if (!enabled) return "off";
  const today = new Date(productClock.nowMs()).toISOString().slice(0, 10);
  if (from !== null && today < from) return "planned";
  return to !== null && to < today ? "ended" : "live";
}

const giftOf = ({ percent, giftSku, giftAmount }: Promo): string =>
  percent === null ? `${formatNumber(giftAmount ?? 0)} × ${giftSku ?? ""}` : formatPercent(percent);

function promoColumns(t: ReturnType<typeof useT>): ListColumn<Promo>[] {
  const usesOf = ({ uses, max }: Promo) =>
    max === null ? formatNumber(uses) : t("promos.ofMax", { uses, max });
  const limitsOf = ({ newOnly, perAccount, skus }: Promo) =>
    [
      ...(newOnly ? [t("promos.newOnly")] : []),
      t("promos.perAccount", { count: perAccount }),
      ...(skus ?? []),
    ].join(", ");
  return [
    { key: "code", text: ({ code }) => code, show: ({ code }) => <Code>{code}</Code> },
    { key: "gives", text: giftOf },
    { key: "state", text: stateOf, show: (row) => <State state={stateOf(row)} /> },
    { key: "uses", align: "right", text: usesOf },
    { key: "revenueCents", as: cents },
    { key: "givenCents", as: cents },
    { key: "limits", wrap: true, text: limitsOf },
    { key: "minCents", as: cents },
    { key: "firstDay", text: ({ from }) => from ?? "" },
    { key: "lastDay", text: ({ to }) => to ?? "" },
    { key: "claims", extra: "narrow", align: "right", text: ({ claims }) => claims },
    { key: "createdAt", extra: "narrow", as: when },
  ];
}

const isKind = (kind: string) => (values: Record<string, string>) => values.kind === kind;

const promoAct = (): Act<"promoAdd"> => ({
  call: "promoAdd",
  fields: [
    { name: "code", kind: "text", maxLength: 32 },
    {
      name: "kind",
      words: "promoKind",
      kind: "select",
      initial: "discount",
      options: ["discount", "gift"].map((value) => ({ value, label: word("states", value) })),
    },
    { name: "percent", words: "bonusPercent", kind: "integer", when: isKind("discount") },
    { name: "giftSku", words: "sku", kind: "text", when: isKind("gift") },
    { name: "giftAmount", words: "pieces", kind: "integer", when: isKind("gift") },
    { name: "minCents", kind: "money", scale: 100, optional: true, when: isKind("discount") },
    { name: "skus", kind: "text", optional: true, when: isKind("discount") },
    { name: "max", kind: "integer", optional: true },
    { name: "perAccount", kind: "integer", initial: "1" },
    {
      name: "newOnly",
      kind: "select",
      initial: "0",
      options: [
        { value: "0", label: word("states", "everyone") },
        { value: "1", label: word("states", "newCustomers") },
      ],
    },
    { name: "from", words: "firstDay", kind: "day", optional: true },
    { name: "to", words: "lastDay", kind: "day", optional: true },
  ],
  toInput: ({ kind: _kind, ...given }) => given,
});

/** Promo codes, with their uses and what these paid. */
export function Promos() {
  const t = useT();
  const list = useCall("promoList", {});
  return (
    <>
      <PageHeader
        title={t("screens.promos.title")}
        description={t("screens.promos.text")}
        actions={<ActButton variant="filled" act={promoAct()} />}
      />
      <Rows
        name="promos"
        rows={list.data?.items}
        error={list.error}
        onRetry={() => void list.refetch()}
        rowId={({ code }) => code}
        empty={t("screens.promos.empty")}
        columns={promoColumns(t)}
        actions={({ code, enabled }) => (
          <ActButton
            size="compact-xs"
            act={{
              call: "promoSwitch",
              words: enabled ? "promoOff" : "promoOn",
              name: code,
              fixed: { code, enabled: !enabled },
            }}
          />
        )}
      />
    </>
  );
}
