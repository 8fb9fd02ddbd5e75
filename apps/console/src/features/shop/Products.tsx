import { Stack, Text } from "@mantine/core";
import { formatNumber, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import i18next from "i18next";
import { wireLanguage } from "@turnpike/ui/lib/language.ts";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { useDeferredValue, useState } from "react";
import { Button } from "@mantine/core";
import type { Item } from "../../lib/call.ts";
import { useCanCall } from "../../lib/me.ts";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import type { Act } from "../../parts/act/act.ts";
import { RowMenu } from "../../parts/act/RowMenu.tsx";
import { code } from "@turnpike/ui/list/kinds.tsx";
import { State } from "../../parts/cells.tsx";
import { Rows } from "../../parts/list/List.tsx";
import { Gates } from "./Gates.tsx";
import { ProductDialog } from "./ProductDialog.tsx";
import { PriceDialog } from "./PriceDialog.tsx";
import { PriceSchedule } from "./PriceSchedule.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";

export type Product = Item<"productList">;

const productColumns = (): ListColumn<Product>[] => [
  { key: "sku", as: code },
  { key: "name", text: ({ name }) => textOf(name) },
  { key: "kind", text: ({ kind }) => word("products", kind) },
  { key: "region", text: ({ region }) => region, extra: "narrow" },
  { key: "days", align: "right" },
  {
    key: "quantities",
    align: "right",
    text: ({ minQty, maxQty }) => `${formatNumber(minQty)}–${formatNumber(maxQty)}`,
  },
  {
    key: "prices",
    text: (row) => tierText(row),
    show: ({ tiers }) => <Tiers tiers={tiers} />,
  },
  {
    key: "state",
    text: ({ onSale }) => (onSale ? "onSale" : "off"),
    show: ({ onSale }) => <State state={onSale ? "onSale" : "off"} />,
  },
];

/** Products and their prices. */
export function Products() {
  const t = useT();
  const canCall = useCanCall();
  const list = useCall("productList", {});
  // Rows defers its first rows; deferring here too means nothing moves once it has its height.
  const arrived = useDeferredValue(list.data !== undefined);
  const [pricing, price] = useState<string | null>(null);
  /** The SKU of the product being changed; empty: a new one. */
  const [writing, write] = useState<string | null>(null);
  const written = list.data?.items.find(({ sku }) => sku === writing);
  const product = list.data?.items.find(({ sku }) => sku === pricing);
  return (
    <>
      <PageHeader
        title={t("screens.products.title")}
        description={t("screens.products.text")}
        actions={
          canCall("productAdd") && (
            <Button size="xs" onClick={() => write("")}>
              {t("catalogue.add")}
            </Button>
          )
        }
      />
      <Stack gap="md">
        <Rows
          name="products"
          exported
          rows={list.data?.items}
          error={list.error}
          onRetry={() => void list.refetch()}
          rowId={({ sku }) => sku}
          empty={t("screens.products.empty")}
          columns={productColumns()}
          actions={(row) => <ProductActions {...row} onPrice={price} onWrite={write} />}
        />
        {arrived && <PriceSchedule />}
        {arrived && <Gates products={list.data?.items ?? []} />}
      </Stack>
      {(written || writing === "") && (
        <ProductDialog product={written ?? null} onClose={() => write(null)} />
      )}
      {product && <PriceDialog product={product} onClose={() => price(null)} />}
    </>
  );
}

/** What can be done with a product. */
function ProductActions(
  props: Pick<Product, "sku" | "onSale"> & {
    onPrice: (sku: string) => void;
    onWrite: (sku: string) => void;
  },
) {
  const t = useT();
  const { sku, onSale } = props;
  const onOrOff: Act<"productSwitch"> = {
    call: "productSwitch",
    words: onSale ? "productOff" : "productOn",
    name: sku,
    fixed: { sku, onSale: !onSale },
  };
  const remove: Act<"productRemove"> = {
    call: "productRemove",
    name: sku,
    danger: true,
    fixed: { sku },
  };
  return (
    <RowMenu
      name={sku}
      dialogs={[
        { makes: "productSet", label: t("catalogue.edit"), onOpen: () => props.onWrite(sku) },
        { makes: "priceSet", label: t("price.title"), onOpen: () => props.onPrice(sku) },
      ]}
      acts={onSale ? [onOrOff] : [onOrOff, remove]}
    />
  );
}

/** A text in the reader's language, else in English. */
const textOf = (texts: Record<string, string>): string =>
  texts[wireLanguage(i18next.language)] ?? texts.en ?? "";

const tierText = ({ tiers }: Product): string =>
  tiers.map(({ fromQty, unitMicros }) => `${fromQty}+ ${unitMicros / 1_000_000}`).join("; ");

/** Unit prices, each with the quantity it starts at. */
function Tiers({ tiers }: { tiers: Product["tiers"] }) {
  return (
    <Stack gap={0}>
      {tiers.map(({ fromQty, unitMicros }) => (
        <Text key={fromQty} span inherit className="numeric">
          <Text span inherit c="dimmed">
            {formatNumber(fromQty)}+
          </Text>{" "}
          {formatUnitMicros(unitMicros)}
        </Text>
      ))}
    </Stack>
  );
}
