import { useTranslation } from "react-i18next";
import { toast } from "@turnpike/ui/lib/toast.ts";

/** Shows what a change did, and how many other sessions it ended. */
export function useDone(): (what: string, ended?: number) => void {
  const { t } = useTranslation("setting");
  return (what, ended = 0) =>
    toast.success(ended > 0 ? `${what} ${t("ended", { count: ended })}` : what);
}
