import { Button } from "@mantine/core";
import { IconShoppingCart } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";

/** Shown when there is no order yet, with a link to place the first. */
export function NoOrders() {
  const { t } = useTranslation("parts");
  return (
    <EmptyState
      icon={<IconShoppingCart size={22} />}
      title={t("payments.orders.none")}
      text={t("payments.orders.noneHelp")}
      action={
        <Button component={Link} to="/cli/traffic-use?dialog=buy" variant="default" size="xs">
          {t("payments.orders.buy")}
        </Button>
      }
    />
  );
}
