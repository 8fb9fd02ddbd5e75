import { SegmentedControl, Stack, Text } from "@mantine/core";
import { type CSSProperties, useState } from "react";
import { useT } from "../../lib/words.ts";
import type { Previewed } from "./brand-draft.ts";
import classes from "./brand.module.css";
import { HomeView, InvoiceView, MailView, SignInView } from "./PreviewViews.tsx";

const views = { signIn: SignInView, home: HomeView, mail: MailView, invoice: InvoiceView } as const;
const viewNames = Object.keys(views) as (keyof typeof views)[];
const schemes = ["light", "dark"] as const;

/** What customers will see, in the draft's name, words and colours. */
export function BrandPreview({ brand, lang }: { brand: Previewed; lang: string }) {
  const t = useT();
  const [view, show] = useState<keyof typeof views>("signIn");
  const [scheme, setScheme] = useState<(typeof schemes)[number]>("light");
  const View = views[view];
  const colours = {
    "--brand-accent": brand.accent,
    "--brand-accent-dark": brand.accentDark,
  } as CSSProperties;
  return (
    <section className={classes.beside} aria-label={t("brand.preview.title")}>
      <Stack gap="sm">
        <Text fw={600} component="h2" fz="md" m={0}>
          {t("brand.preview.title")}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={t("brand.preview.view")}
          value={view}
          data={viewNames.map((value) => ({ value, label: t(`brand.preview.views.${value}`) }))}
          onChange={(next) => show(next as typeof view)}
        />
        <SegmentedControl
          size="xs"
          w="fit-content"
          aria-label={t("brand.preview.scheme")}
          value={scheme}
          data={schemes.map((value) => ({ value, label: t(`brand.preview.${value}`) }))}
          onChange={(next) => setScheme(next as typeof scheme)}
        />
        <div
          className={`brand-preview ${classes.stage}`}
          data-mantine-color-scheme={scheme}
          style={colours}
        >
          <View
            brand={brand}
            logo={scheme === "dark" ? brand.logoDark : brand.logo}
            claims={brand.signIn[lang]}
          />
        </div>
      </Stack>
    </section>
  );
}
