import { Anchor, Switch, Text } from "@mantine/core";
import type { CallName } from "@turnpike/contract/calls.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCommand } from "../../lib/queries.ts";
import classes from "./static.module.css";
import type { StaticIp } from "./static-ip.ts";

/** Calls whose answers change with auto-renewal. */
export const autoRenewChanges = [
  "staticUseList",
  "staticIndex",
  "staticInfo",
] as const satisfies CallName[];

/** The switch of one static IP; shows the new value while the call is in progress. */
export function AutoRenew({ row }: { row: StaticIp }) {
  const { t } = useTranslation("static");
  const renew = useCommand("staticRenewalAuto", {
    invalidates: autoRenewChanges,
    awaitRefetch: true,
  });
  return (
    <Switch
      size="sm"
      display="inline-block"
      aria-label={t("row.autoRenewOf", { host: row.host })}
      checked={renew.isPending ? Boolean(renew.variables.enabled) : row.autoRenew}
      onChange={(event) => renew.mutate({ id: row.id, enabled: event.currentTarget.checked })}
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
