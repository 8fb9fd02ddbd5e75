import { Progress, SimpleGrid, Stack } from "@mantine/core";
import { IconArrowsSplit, IconChartBar, IconDatabase } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { gbText } from "../../ui/Bytes.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { StatCard } from "../../ui/StatCard.tsx";
import { shareOf, unallottedBytes } from "../sub-account/allotment.ts";

const REFRESH_MS = 5000;

/** What is left, used and allotted, kept fresh while the page is looked at. */
export function BalanceCards() {
  const { t } = useTranslation("traffic-use");
  const info = useCall("trafficInfo", {}, { everyMs: REFRESH_MS });
  if (info.isError && !info.data) {
    return <ErrorState error={info.error} onRetry={() => void info.refetch()} />;
  }
  const { data } = info;
  const used = data && shareOf(data.usedBytes, data.usedBytes + data.balanceBytes);
  const allotted = data && shareOf(data.allocatedBytes, data.balanceBytes);
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
      <StatCard
        label={t("cards.balance")}
        icon={<IconDatabase size={16} />}
        value={data && gbText(data.balanceBytes)}
        hint={data && t("cards.unallotted", { amount: gbText(unallottedBytes(data)) })}
      />
      <StatCard
        label={t("cards.used")}
        icon={<IconChartBar size={16} />}
        value={data && gbText(data.usedBytes)}
        hint={<Share percent={used} label={t("cards.usedShare")} />}
      />
      <StatCard
        label={t("cards.allotted")}
        icon={<IconArrowsSplit size={16} />}
        value={data && gbText(data.allocatedBytes)}
        hint={<Share percent={allotted} label={t("cards.allottedShare")} />}
      />
    </SimpleGrid>
  );
}

function Share(props: { percent: number | undefined; label: string }) {
  return (
    <Stack gap={6}>
      <span>{props.label}</span>
      <Progress value={props.percent ?? 0} size="sm" aria-label={props.label} />
    </Stack>
  );
}
