import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { IconEye } from "@turnpike/ui/icons.ts";
import { formatDateTime } from "@turnpike/ui/lib/format.ts";
import { useCommand } from "../../lib/use-command.ts";
import { useTranslation } from "react-i18next";
import { accountView, closeView } from "../../lib/session.ts";
import classes from "./Shell.module.css";

/** Shown above every screen of a read-only view: whose account, until when, and a way to leave. */
export function ViewBanner() {
  const { t } = useTranslation("shell");
  const end = useCommand("viewEnd");
  const view = accountView();
  if (!view) return null;
  return (
    <div role="status" className={classes.view}>
      <IconEye size={18} aria-hidden />
      <p>{t("view.of", { email: view.email, at: formatDateTime(view.expiresAt) })}</p>
      <BatchButton
        label={t("view.end")}
        loading={end.busy}
        onClick={() => void end.send({}).then(() => closeView())}
      />
    </div>
  );
}
