import { Button, Stack, Text } from "@mantine/core";
import { IconPlus, IconServer2 } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import classes from "../static.module.css";
import { type Term, termDays } from "../term.ts";
import { usePrices } from "../use-ips.ts";

/** What static IPs are, their price, and how to get one. */
export function NoIps({ term, onTake }: { term: Term; onTake: () => void }) {
  const { t } = useTranslation("static");
  return (
    <EmptyState
      icon={<IconServer2 size={22} />}
      title={t(`${term}.empty`)}
      text={
        <Stack gap="md" align="center">
          {t(`${term}.emptyText`)}
          <Prices term={term} />
        </Stack>
      }
      action={
        <Button
          data-needs="buy"
          mt="xs"
          variant="default"
          leftSection={<IconPlus size={17} aria-hidden />}
          onClick={onTake}
        >
          {t("takeFirst")}
        </Button>
      }
    />
  );
}

/** The price of a single one; larger quantities cost less. */
function Prices({ term }: { term: Term }) {
  const { t } = useTranslation("static");
  const prices = usePrices(term);
  if (!prices) return null;
  return (
    <dl className={classes.prices} aria-label={t("prices")}>
      {termDays[term].map((days) => {
        const tier = prices.find((price) => price.days === days)?.tiers[0];
        return (
          tier && (
            <div key={days}>
              <Text component="dt" fz="xs" c="dimmed">
                {t("details.days", { count: days })}
              </Text>
              <Text component="dd" m={0} fw={640} c="var(--mantine-color-text)" className="numeric">
                {formatUnitMicros(tier.unitMicros)}
              </Text>
            </div>
          )
        );
      })}
    </dl>
  );
}
