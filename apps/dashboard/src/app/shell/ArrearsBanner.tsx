import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { trafficEndsAt } from "@turnpike/rules/arrears.ts";
import { rechargeCents } from "@turnpike/rules/recharge-bonus.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatCents, formatDateTime } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { useServerNow } from "../../lib/use-server-now.ts";
import classes from "./Shell.module.css";

/** On every screen while the account is in arrears: what is owed, what that stops, how to pay. */
export function ArrearsBanner() {
  const { t } = useTranslation("shell");
  const { data } = useCall("headerInit", {});
  const now = useServerNow();
  const arrears = data?.arrears;
  if (!arrears) return <div role="status" />;
  const endsAt = trafficEndsAt(Date.parse(arrears.since));
  const traffic = now < endsAt ? "arrears.trafficUntil" : "arrears.trafficEnded";
  const cents = Math.max(rechargeCents.least, arrears.cents);
  return (
    <div role="status">
      <div className={classes.arrears}>
        <IconAlertTriangle size={20} aria-hidden />
        <p>
          <strong>{t("arrears.owes", { amount: formatCents(arrears.cents) })}</strong>{" "}
          {t("arrears.why")} {t(traffic, { at: formatDateTime(new Date(endsAt).toISOString()) })}
        </p>
        <Button component={Link} to={`/cli/home?recharge=1&cents=${cents}`} color="red.9" size="xs">
          {t("arrears.pay", { amount: formatCents(cents) })}
        </Button>
      </div>
    </div>
  );
}
