import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";
import classes from "./Shell.module.css";

/** A progress bar while the next screen's code loads; not shown if it loads at once. */
export function RouteProgress() {
  const { t } = useTranslation("ui");
  if (useNavigation().state !== "loading") return null;
  return <div role="progressbar" aria-label={t("loading")} className={classes.progress} />;
}
