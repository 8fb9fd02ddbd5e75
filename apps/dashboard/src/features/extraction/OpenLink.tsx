import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useLastValue } from "../../lib/use-last-value.ts";
import { ConfirmDialog } from "@turnpike/ui/ConfirmDialog.tsx";
import type { ApiLink } from "./link.ts";

/** Asks before opening a link, since opening it calls it, which costs. */
export function OpenLink(props: { link: ApiLink | null; onClose: () => void }) {
  const { t } = useTranslation("extract");
  const link = useLastValue(props.link);
  if (!link) return null;
  const open = () => {
    window.open(link.url, "_blank", "noopener,noreferrer");
    props.onClose();
  };
  const words = { count: link.num, number: formatNumber(link.num) };
  return (
    <ConfirmDialog
      opened={props.link !== null}
      title={t("open.title")}
      confirm={t("open.submit")}
      onConfirm={open}
      onClose={props.onClose}
    >
      {t(`open.costs.${link.plan}`, words)} {t("open.where")}
    </ConfirmDialog>
  );
}
