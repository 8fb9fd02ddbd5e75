import { Alert } from "@mantine/core";
import { IconShieldCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./home.module.css";

/** The notice against private transfers (spec/dashboard#screens). */
export function AntiFraud({ text }: { text: string | undefined }) {
  const { t } = useTranslation("home");
  if (!text) return null;
  return (
    <Alert
      color="amber"
      icon={<IconShieldCheck aria-hidden />}
      title={t("antiFraud")}
      className={classes.notice ?? ""}
    >
      {text}
    </Alert>
  );
}
