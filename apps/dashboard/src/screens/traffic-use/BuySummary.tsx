import { Box, Group, Stack, Text } from "@mantine/core";
import type { Product } from "@turnpike/contract/order.ts";
import { useTranslation } from "react-i18next";
import type { Answered } from "../../lib/call.ts";
import { formatCents, formatUnitMicros } from "../../lib/format.ts";
import { unitMicrosAt } from "./buy-plan.ts";
import classes from "./traffic-use.module.css";

/** What it costs and what the wallet will hold. `quote` undefined: no price is known. */
export function BuySummary(props: {
  plan: Product;
  quantity: number;
  quote: Answered<"quote"> | undefined;
  /** Undefined where the wallet does not pay. */
  walletCents: number | undefined;
  settling: boolean;
}) {
  const { t } = useTranslation("traffic-use");
  const { quote, walletCents } = props;
  const money = (cents: number | undefined) => (cents === undefined ? "…" : formatCents(cents));
  const left = quote && walletCents !== undefined ? walletCents - quote.totalCents : undefined;
  return (
    <Box className={classes.summary} aria-busy={props.settling} aria-live="polite">
      <Stack gap={6}>
        <Line
          name={t("buy.pricePerGb")}
          value={formatUnitMicros(unitMicrosAt(props.quantity, props.plan))}
        />
        <Line name={t("buy.list")} value={money(quote?.listCents)} />
        {quote && quote.discountCents > 0 && (
          <Line name={t("buy.discount")} value={formatCents(-quote.discountCents)} />
        )}
        <Line name={t("buy.total")} value={money(quote?.totalCents)} strong />
        {quote?.bonus && <Line name={t("buy.bonus")} value={quote.bonus} />}
        {walletCents !== undefined && (
          <Line name={t("buy.wallet")} value={formatCents(walletCents)} />
        )}
        {left !== undefined && left >= 0 && (
          <Line name={t("buy.walletAfter")} value={formatCents(left)} />
        )}
      </Stack>
    </Box>
  );
}

function Line(props: { name: string; value: string; strong?: boolean }) {
  const weight = props.strong ? { fw: 640, fz: "lg" } : {};
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <Text fz="sm" {...(props.strong ? { fw: 600 } : { c: "dimmed" })}>
        {props.name}
      </Text>
      <Text className="numeric" {...weight}>
        {props.value}
      </Text>
    </Group>
  );
}
