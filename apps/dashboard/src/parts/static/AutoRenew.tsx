import { Anchor, Switch, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { StaticIp } from "./static-ip.ts";
import { useAutoRenew } from "./use-auto-renew.ts";

/** Whether it renews itself; and, where the last try could not pay, that money is missing. */
export function AutoRenew({ row }: { row: StaticIp }) {
  const { t } = useTranslation("static");
  const { enabled, set } = useAutoRenew(row);
  return (
    <>
      <Switch
        size="sm"
        display="inline-block"
        aria-label={t("row.autoRenewOf", { host: row.host })}
        checked={enabled}
        onChange={(event) => set(event.currentTarget.checked)}
      />
      {row.autoRenewFailed && enabled && (
        <Text fz="xs" c="var(--mantine-color-error)">
          {t("row.autoRenewFailed")}{" "}
          <Anchor component={Link} to="/cli/home?recharge=1" fw={550}>
            {t("row.topUp")}
          </Anchor>
        </Text>
      )}
    </>
  );
}
