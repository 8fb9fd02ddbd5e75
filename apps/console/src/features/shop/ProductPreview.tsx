import { NativeSelect, Paper, Text } from "@mantine/core";
import { langs } from "@turnpike/contract/refusals.ts";
import { formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import { OfferCard } from "@turnpike/ui/OfferCards.tsx";
import { useState } from "react";
import { useT } from "../../lib/words.ts";
import { languageName } from "./NewsDialog.tsx";
import { type ProductDraft, tiersOf } from "./product-draft.ts";

/** The product as the shop shows it to readers of a language. */
export function ProductPreview({ draft }: { draft: ProductDraft }) {
  const t = useT();
  const [lang, setLang] = useState<(typeof langs)[number]>("en");
  const textOf = (texts: ProductDraft["name"]) => texts[lang]?.trim() || texts.en?.trim() || null;
  const unitMicros = tiersOf(draft)[0]?.unitMicros ?? 0;
  return (
    <section aria-label={t("catalogue.preview")}>
      <Text fw={600} mb={4}>
        {t("catalogue.preview")}
      </Text>
      <NativeSelect
        mb={6}
        aria-label={t("fields.language")}
        value={lang}
        data={langs.map((one) => ({ value: one, label: languageName(one) }))}
        onChange={(event) => setLang(event.currentTarget.value as typeof lang)}
      />
      <Paper withBorder p="sm">
        <OfferCard
          name={textOf(draft.name) ?? (draft.sku || "…")}
          badge={textOf(draft.badge)}
          description={textOf(draft.description)}
          price={Number.isSafeInteger(unitMicros) ? formatUnitMicros(unitMicros) : "…"}
        />
      </Paper>
    </section>
  );
}
