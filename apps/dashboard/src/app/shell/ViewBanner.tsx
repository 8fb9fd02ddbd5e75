import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { IconEye, IconUsersGroup } from "@turnpike/ui/icons.ts";
import { formatDateTime } from "@turnpike/ui/lib/format.ts";
import { useCommand } from "../../lib/use-command.ts";
import { useTranslation } from "react-i18next";
import type { TeamRole } from "@turnpike/rules/team.ts";
import { accountView, closeView } from "../../lib/session.ts";
import classes from "./Shell.module.css";

/** Shown above every screen of a read-only view: whose account, until when, and a way to leave. */
export function ViewBanner() {
  const { t } = useTranslation("shell");
  const end = useCommand("viewEnd");
  const view = accountView();
  if (!view) return null;
  if (view.role) return <TeamBanner email={view.email} role={view.role} />;
  return (
    <div role="status" className={classes.view}>
      <IconEye size={18} aria-hidden />
      <p>{t("view.of", { email: view.email, at: formatDateTime(view.expiresAt ?? "") })}</p>
      <BatchButton
        label={t("view.end")}
        loading={end.busy}
        onClick={() => void end.send({}).then(() => closeView())}
      />
    </div>
  );
}

/** Shown above every screen of an account that a team acts for: whose, as what, and the way back. */
function TeamBanner({ email, role }: { email: string; role: TeamRole }) {
  const { t } = useTranslation("team");
  const end = useCommand("signout");
  return (
    <div role="status" className={classes.view}>
      <IconUsersGroup size={18} aria-hidden />
      <p>{t("banner.of", { email, role: t(`roles.${role}.name`) })}</p>
      <BatchButton
        label={t("banner.back")}
        loading={end.busy}
        onClick={() => void end.send({}).then(() => closeView())}
      />
    </div>
  );
}
