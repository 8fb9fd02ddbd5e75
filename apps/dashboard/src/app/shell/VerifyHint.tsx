import { Button, CloseButton } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconMailCheck } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { askToVerify } from "../../features/mfa/ask-guarded.ts";
import { useCall } from "../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import classes from "./Shell.module.css";

/**
 * A line above the screen while the e-mail is not verified. Nothing waits for it: it can be put away
 * for good, and what needs the code asks for it.
 */
export function VerifyHint() {
  const { t } = useTranslation("shell");
  const { data } = useCall("headerInit", {});
  const client = useQueryClient();
  const [putAway, setPutAway] = useLocalStorage({ key: "turnpike.verifyHint", defaultValue: "" });
  if (!data || data.emailVerified || data.arrears || putAway === data.email) return null;
  const { email } = data;
  const verify = async () => {
    if (!(await askToVerify())) return;
    toast.success(t("verifyHint.done"));
    for (const call of ["headerInit", "member"])
      void client.invalidateQueries({ queryKey: [call] });
  };
  return (
    <aside className={classes.verifyHint} aria-label={t("verifyHint.title")}>
      <IconMailCheck size={18} aria-hidden />
      <p>{t("verifyHint.text")}</p>
      <Button variant="default" size="xs" onClick={() => void verify()}>
        {t("verifyHint.verify")}
      </Button>
      <CloseButton
        size="md"
        aria-label={t("verifyHint.putAway")}
        onClick={() => setPutAway(email)}
      />
    </aside>
  );
}
