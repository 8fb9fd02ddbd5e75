import { type ReactNode, useEffect } from "react";
import { useBrand } from "@turnpike/ui/lib/brand.ts";
import { useTranslation } from "react-i18next";
import type { TitleKey } from "../navigation/routes.tsx";

/** Sets the page's title in the current language (spec/dashboard#navigation-guard). */
export function DocumentTitle(props: { title: TitleKey; children: ReactNode }) {
  const { t } = useTranslation("shell");
  const { name } = useBrand();
  const title = t(`titles.${props.title}`);
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
  return props.children;
}
