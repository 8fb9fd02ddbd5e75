import { Anchor, Switch, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { may } from "@turnpike/ui/lib/may.ts";
import { useCommand } from "../../lib/use-command.ts";
import { Link } from "react-router";
import classes from "./static.module.css";
import type { StaticIp } from "./static-ip.ts";

/** The switch of one static IP; shows the new value while the call is in progress. */
export function AutoRenew({ row }: { row: StaticIp }) {
  const { t } = useTranslation("static");
  const renew = useCommand("staticRenewalAuto", {
    awaitRefetch: true,
  });
  return (
    <Switch
      size="sm"
      display="inline-block"
      disabled={!may("money")}
      aria-label={t("row.autoRenewOf", { host: row.exitIp })}
      checked={renew.busy ? Boolean(renew.sent?.enabled) : row.autoRenew}
      onChange={(event) => void renew.send({ id: row.id, enabled: event.currentTarget.checked })}
    />
  );
}

/** The last auto-renewal could not be paid: a link to top up. */
export function Unpaid({ row }: { row: StaticIp }) {
  const { t } = useTranslation("static");
  if (!row.autoRenew || !row.autoRenewFailed) return null;
  return (
    <Text fz="xs" c="var(--mantine-color-error)" className={classes.unpaid ?? ""}>
      {t("row.autoRenewFailed")}{" "}
      <Anchor component={Link} to="/cli/home?recharge=1" fw={550}>
        {t("row.topUp")}
      </Anchor>
    </Text>
  );
}
