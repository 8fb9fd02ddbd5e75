import { Button, Stack, Text } from "@mantine/core";
import { IconGauge, IconPlug, IconPlus } from "@turnpike/ui/icons.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import { formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../../lib/queries.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { lowestMicros } from "../buy/buy-plan.ts";
import { usePlanText } from "../plan-text.ts";
import { planDays } from "../plan.ts";
import classes from "../plans.module.css";
import { kindCalls } from "../use-plan.ts";

/** There are no plans: what they are, their price, how to get one. */
export function NoPlans({ kind, onBuy }: { kind: UnlimitedKind; onBuy: () => void }) {
  const { t } = useTranslation("unlimited-buy");
  const icon = kind === "port" ? <IconPlug size={22} /> : <IconGauge size={22} />;
  return (
    <EmptyState
      icon={icon}
      title={t(`${kind}.empty`)}
      text={
        <Stack gap="md" align="center">
          {t(`${kind}.emptyText`)}
          <Prices kind={kind} />
        </Stack>
      }
      action={
        <Button
          data-needs="buy"
          mt="xs"
          variant="default"
          leftSection={<IconPlus size={17} aria-hidden />}
          onClick={onBuy}
        >
          {t(`${kind}.buyFirst`)}
        </Button>
      }
    />
  );
}

/** The price in the cheapest region. */
function Prices({ kind }: { kind: UnlimitedKind }) {
  const { t } = useTranslation("unlimited-buy");
  const words = usePlanText();
  const { data } = useCall(kindCalls[kind].sold, {}, { staleMs: 60_000 });
  if (!data || data.regions.length === 0) return null;
  return (
    <dl className={classes.prices} aria-label={t("list.prices")}>
      {planDays.map((days) => {
        const price = formatUnitMicros(lowestMicros(data.regions, days) ?? 0);
        return (
          <div key={days}>
            <Text component="dt" fz="xs" c="dimmed">
              {words.days(days)}
            </Text>
            <Text component="dd" m={0} fw={640} c="var(--mantine-color-text)" className="numeric">
              {t("list.from", { price: t(`${kind}.price`, { price }) })}
            </Text>
          </div>
        );
      })}
    </dl>
  );
}
