import { Checkbox, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import { langs } from "@turnpike/contract/refusals.ts";
import { fileKinds, kindOfFile, periodsOf } from "@turnpike/rules/product.ts";
import { unlimitedRegions } from "@turnpike/rules/unlimited-region.ts";
import { useState } from "react";
import { useT, word } from "../../lib/words.ts";
import { languageName } from "./NewsDialog.tsx";
import type { ProductDraft } from "./product-draft.ts";

interface Fields {
  draft: ProductDraft;
  change: (changes: Partial<ProductDraft>) => void;
}

const longest = { name: 80, badge: 24, description: 300 } as const;

/** Name, badge and description in one language at a time. */
export function ProductTextFields({ draft, change }: Fields) {
  const t = useT();
  const [lang, setLang] = useState<(typeof langs)[number]>("en");
  const written = (one: (typeof langs)[number]) => (draft.name[one]?.trim() ? " ✓" : "");
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t("fields.language")}
        value={lang}
        data={langs.map((one) => ({ value: one, label: languageName(one) + written(one) }))}
        onChange={(event) => setLang(event.currentTarget.value as typeof lang)}
      />
      {(["name", "badge", "description"] as const).map((field) => (
        <TextInput
          key={field}
          label={t(`catalogue.${field}`)}
          maxLength={longest[field]}
          value={draft[field][lang] ?? ""}
          onChange={(event) =>
            change({ [field]: { ...draft[field], [lang]: event.currentTarget.value } })
          }
        />
      ))}
    </Stack>
  );
}

/** What is sold: kind, period, quantities and prices. */
export function ProductFields({ draft, isNew, change }: Fields & { isNew: boolean }) {
  const t = useT();
  const kind = kindOfFile(draft.kind);
  const number = (field: "min" | "max" | "step" | "sort" | "validDays") => (
    <TextInput
      key={field}
      inputMode="numeric"
      label={t(`catalogue.${field}`)}
      value={draft[field]}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <WhatIsSold draft={draft} isNew={isNew} change={change} />
        <TextInput
          label={t("catalogue.unit")}
          maxLength={16}
          value={draft.unit}
          onChange={(event) => change({ unit: event.currentTarget.value })}
        />
        {(["min", "max", "step", "sort"] as const).map(number)}
        {kind === "traffic" && number("validDays")}
      </SimpleGrid>
      <Textarea
        label={t("catalogue.tiers")}
        description={t("catalogue.tiersHelp")}
        autosize
        minRows={2}
        maxRows={10}
        value={draft.tiers}
        onChange={(event) => change({ tiers: event.currentTarget.value })}
      />
      <Checkbox
        label={t("catalogue.enterprise")}
        checked={draft.enterprise}
        onChange={(event) => change({ enterprise: event.currentTarget.checked })}
      />
    </Stack>
  );
}

/** SKU, kind, period and region: what a product is, which does not change later. */
function WhatIsSold({ draft, isNew, change }: Fields & { isNew: boolean }) {
  const t = useT();
  const periods = periodsOf[kindOfFile(draft.kind)];
  const chooseKind = (kind: ProductDraft["kind"]) => {
    const [first] = periodsOf[kindOfFile(kind)];
    const region = kind === "port" || kind === "bandwidth" ? "global" : "";
    change({ kind, region, days: String(first ?? "") });
  };
  return (
    <>
      <TextInput
        label={t("fields.sku")}
        disabled={!isNew}
        maxLength={40}
        value={draft.sku}
        onChange={(event) => change({ sku: event.currentTarget.value })}
      />
      <NativeSelect
        label={t("columns.kind")}
        disabled={!isNew}
        value={draft.kind}
        data={fileKinds.map((value) => ({ value, label: word("products", kindOfFile(value)) }))}
        onChange={(event) => chooseKind(event.currentTarget.value as ProductDraft["kind"])}
      />
      {periods.length > 0 && (
        <NativeSelect
          label={t("columns.days")}
          disabled={!isNew}
          value={draft.days}
          data={periods.map(String)}
          onChange={(event) => change({ days: event.currentTarget.value })}
        />
      )}
      {draft.region !== "" && (
        <NativeSelect
          label={t("fields.region")}
          disabled={!isNew}
          value={draft.region}
          data={[...unlimitedRegions]}
          onChange={(event) => change({ region: event.currentTarget.value })}
        />
      )}
    </>
  );
}
