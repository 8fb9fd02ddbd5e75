import { ask } from "@turnpike/ui/act/act.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useTranslation } from "react-i18next";
import type { ApiLink } from "./link.ts";

/** Asks before opening a link, since opening it calls it, which costs. */
export function useOpenLink(): (link: ApiLink) => void {
  const { t } = useTranslation("extract");
  return ({ url, num, plan }) =>
    ask({
      title: t("open.title"),
      text: `${t(`open.costs.${plan}`, { count: num, number: formatNumber(num) })} ${t("open.where")}`,
      submit: t("open.submit"),
      onYes: () => void window.open(url, "_blank", "noopener,noreferrer"),
    });
}
