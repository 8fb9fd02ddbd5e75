import { Alert, Button } from "@mantine/core";
import { IconWallet } from "@turnpike/ui/icons.ts";
import { rechargeCents } from "@turnpike/rules/recharge-bonus.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatCents } from "@turnpike/ui/lib/format.ts";

/** The wallet's shortfall, and a link to recharge that amount. */
export function TopUp(props: { missingCents: number }) {
  const { t } = useTranslation("buy");
  const cents = Math.max(rechargeCents.least, props.missingCents);
  return (
    <>
      <Alert color="amber" icon={<IconWallet aria-hidden />} title={t("short")} aria-live="polite">
        {t("shortHelp", { missing: formatCents(props.missingCents) })}
      </Alert>
      <Button size="md" component={Link} to={`/cli/home?recharge=1&cents=${cents}`}>
        {t("recharge")}
      </Button>
    </>
  );
}
