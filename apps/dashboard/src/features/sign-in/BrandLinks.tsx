import { Anchor } from "@mantine/core";
import { useBrand } from "@turnpike/ui/lib/brand.ts";
import { wireLanguage } from "@turnpike/ui/lib/language.ts";
import { useTranslation } from "react-i18next";
import classes from "./BrandLinks.module.css";

const order = ["home", "status", "terms", "privacy", "refund", "imprint"] as const;

const asksConsent = () => document.getElementById("head-consent") !== null;

/** The provider's own pages and support, as far as they exist. */
export function BrandLinks() {
  const { t, i18n } = useTranslation("ui");
  const { links, support } = useBrand();
  const own = order.flatMap((link) => (links[link] ? [{ link, href: links[link] }] : []));
  const contact = support.url || (support.email && `mailto:${support.email}`);
  const all = [
    ...own,
    ...(contact ? [{ link: "support" as const, href: contact }] : []),
    // Asks again about services of third parties (spec/brand#head-snippet).
    ...(asksConsent() ? [{ link: "consent" as const, href: "#consent" }] : []),
  ];
  if (all.length === 0) return null;
  return (
    <nav aria-label={t("brandLinks.label")} className={classes.links}>
      {all.map(({ link, href }) => (
        <Anchor
          key={link}
          href={href.startsWith("/legal/") ? `${href}?lang=${wireLanguage(i18n.language)}` : href}
          fz="xs"
          c="dimmed"
          {...(/^(?:mailto:|#)/.test(href) ? {} : { target: "_blank", rel: "noopener" })}
        >
          {t(`brandLinks.${link}`)}
        </Anchor>
      ))}
    </nav>
  );
}
