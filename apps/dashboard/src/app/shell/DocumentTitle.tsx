import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { TitleKey } from "../navigation/routes.tsx";

/** Sets the page's title in the current language (spec/dashboard#navigation-guard). */
export function DocumentTitle(props: { title: TitleKey; children: ReactNode }) {
  const { t } = useTranslation("shell");
  const title = t(`titles.${props.title}`);
  useEffect(() => {
    document.title = `${title} · Turnpike`;
  }, [title]);
  return props.children;
}
