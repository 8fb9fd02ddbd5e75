import { Anchor, Group, Paper, SimpleGrid, Skeleton, Text, ThemeIcon } from "@mantine/core";
import { IconTicket } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatNumber, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import classes from "../static.module.css";
import { type Term, termDays } from "../term.ts";
import { useSummary, usePrices } from "../use-ips.ts";

/** The credits by period, and links to buy more (spec/static#taking). */
export function Credits({ term }: { term: Term }) {
  const { glance: summary, credits } = useSummary(term);
  if (summary.isError && !summary.data) {
    return <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />;
  }
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing={{ base: "xs", xs: "md" }}>
      {termDays[term].map((days) => (
        <CreditCard key={days} term={term} days={days} credits={credits?.[days]} />
      ))}
    </SimpleGrid>
  );
}

/** One period. On a phone the number is beside the name, so that the list starts higher up. */
function CreditCard(props: { term: Term; days: number; credits: number | undefined }) {
  const { t } = useTranslation("static");
  const { term, days, credits } = props;
  return (
    <Paper className={classes.credit ?? ""} p="md">
      <Group gap="xs" wrap="nowrap">
        <ThemeIcon variant="light" size={26} radius="sm" aria-hidden>
          <IconTicket size={16} />
        </ThemeIcon>
        <Text c="dimmed" fz="sm" fw={500}>
          {t("credits.name", { count: days })}
        </Text>
      </Group>
      {credits === undefined ? (
        <Skeleton h={30} w={48} aria-hidden />
      ) : (
        <Text fz="1.5rem" lh={1.25} fw={640} className="numeric" lts="-0.02em">
          {formatNumber(credits)}
        </Text>
      )}
      <Text c="dimmed" fz="xs" visibleFrom="xs">
        {t("credits.hint", { count: days })}
      </Text>
      <Group gap="md" className={classes.creditBuy ?? ""}>
        <Anchor
          component={Link}
          to={buyPath(term, days)}
          fz="sm"
          fw={550}
          aria-label={t("credits.buyOf", { count: days })}
        >
          {t("credits.buy")}
        </Anchor>
        <FromPrice term={term} days={days} />
      </Group>
    </Paper>
  );
}

/** The lowest price, for large quantities. */
function FromPrice({ term, days }: { term: Term; days: number }) {
  const { t } = useTranslation("static");
  const tiers = usePrices(term)?.find((one) => one.days === days)?.tiers ?? [];
  if (tiers.length === 0) return null;
  const lowest = Math.min(...tiers.map(({ unitMicros }) => unitMicros));
  return (
    <Text span fz="xs" c="dimmed">
      {t("credits.each", { price: formatUnitMicros(lowest) })}
    </Text>
  );
}

/** The link to buy credits: the home page's purchase dialog, with this period. */
const buyPath = (term: Term, days: number): string => `/cli/home?buy=${term}-${days}`;
