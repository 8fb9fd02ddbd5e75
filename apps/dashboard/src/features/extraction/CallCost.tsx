import { Alert, Button, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconShoppingCart } from "@tabler/icons-react";
import type { LinkPlan } from "@turnpike/contract/extraction.ts";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../lib/format.ts";
import { gbText } from "../../ui/Bytes.tsx";
import { Sum, Sums } from "../../ui/Sums.tsx";
import { useBalance } from "./use-balance.ts";

/** What each call takes and what there is; without enough: "No balance, please purchase first". */
export function CallCost(props: { plan: LinkPlan; num: number; onBuy: () => void }) {
  const { t } = useTranslation("extract");
  const { plan, num, onBuy } = props;
  const balance = useBalance(plan);
  const needed = plan === "ip" ? num : 1;
  const amount = (value: number) =>
    plan === "ip" ? t("cost.ips", { count: value, number: formatNumber(value) }) : gbText(value);
  return (
    <Stack gap="sm">
      <Sums>
        <Sum strong name={t("cost.call")} value={plan === "ip" ? amount(num) : t("cost.traffic")} />
        <Sum name={t("cost.left")} value={balance === undefined ? "…" : amount(balance)} />
      </Sums>
      <Text fz="xs" c="dimmed">
        {t(`cost.anew.${plan}`)}
      </Text>
      {balance !== undefined && balance < needed && (
        <Alert color="amber" icon={<IconAlertTriangle aria-hidden />}>
          <Stack gap="sm" align="flex-start">
            {t("cost.none")}
            <Button
              size="xs"
              variant="default"
              leftSection={<IconShoppingCart size={15} aria-hidden />}
              onClick={onBuy}
            >
              {t(`cost.buy.${plan}`)}
            </Button>
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}
