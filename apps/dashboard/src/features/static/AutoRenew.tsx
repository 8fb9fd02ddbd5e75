import { Anchor, Switch, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import classes from "./static.module.css";
import type { StaticIp } from "./static-ip.ts";
import { useAutoRenew } from "./use-auto-renew.ts";

/** Whether it renews itself. */
export function AutoRenew({ row }: { row: StaticIp }) {
  const { t } = useTranslation("static");
  const { enabled, set } = useAutoRenew(row);
  return (
    <Switch
      size="sm"
      display="inline-block"
      aria-label={t("row.autoRenewOf", { host: row.host })}
      checked={enabled}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  );
}

/** That the last try to renew itself could not pay, and the way to the money. */
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
