import { useTranslation } from "react-i18next";

/** Says what a change did, and how many other sessions it ended. */
export function useDoneText(): (what: string, ended?: number) => string {
  const { t } = useTranslation("setting");
  return (what, ended = 0) => (ended > 0 ? `${what} ${t("ended", { count: ended })}` : what);
}
