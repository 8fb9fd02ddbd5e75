import { Anchor } from "@mantine/core";
import { wireLanguage } from "@turnpike/ui/lib/language.ts";
import { useTranslation } from "react-i18next";

const pages: Record<string, string> = { terms: "/terms", policy: "/policy" };

/**
 * A sentence with `<terms>…</terms>`, `<policy>…</policy>`, `<refund>…</refund>` and `<aup>…</aup>`,
 * in any order: what a sign-up agrees to (spec/law#consent).
 */
export function Agreement(props: { words: string }) {
  const { i18n } = useTranslation();
  const parts = props.words.split(/<(terms|policy|refund|aup)>(.*?)<\/\1>/);
  // The split yields triples: text, a page's name, and its link text.
  return parts.map((part, index) => {
    if (index % 3 === 0) return part;
    if (index % 3 === 2) return null;
    const href = pages[part] ?? `/legal/${part}?lang=${wireLanguage(i18n.language)}`;
    return (
      <Anchor key={part} href={href} target="_blank" underline="always">
        {parts[index + 1]}
      </Anchor>
    );
  });
}
