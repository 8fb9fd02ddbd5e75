import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";
import classes from "./Shell.module.css";

/** A bar while the next screen's code is on its way; what comes at once shows none. */
export function RouteProgress() {
  const { t } = useTranslation("ui");
  if (useNavigation().state !== "loading") return null;
  return <div role="progressbar" aria-label={t("loading")} className={classes.progress} />;
}
