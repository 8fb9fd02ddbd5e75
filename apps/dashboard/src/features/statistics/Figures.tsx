import { SimpleGrid } from "@mantine/core";
import { IconArrowsExchange, IconCalendarStats, IconClockHour4 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Answered } from "../../lib/call.ts";
import { formatNumber } from "../../lib/format.ts";
import { exactBytes, gbText } from "../../ui/Bytes.tsx";
import { StatCard } from "../../ui/StatCard.tsx";

/** Today, the whole span and its requests; exact bytes below each amount. */
export function Figures(props: { statis: Answered<"statis"> | undefined; days: number }) {
  const { t } = useTranslation("package-purchase");
  const { statis, days } = props;
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
      <StatCard
        label={t("figures.today")}
        icon={<IconClockHour4 size={16} />}
        value={statis && gbText(statis.todayBytes)}
        hint={statis && <Exact bytes={statis.todayBytes} />}
      />
      <StatCard
        label={t("figures.total", { count: days })}
        icon={<IconCalendarStats size={16} />}
        value={statis && gbText(statis.totalBytes)}
        hint={statis && <Exact bytes={statis.totalBytes} />}
      />
      <StatCard
        label={t("figures.requests", { count: days })}
        icon={<IconArrowsExchange size={16} />}
        value={statis && formatNumber(statis.requests)}
        hint={statis && t("figures.utc")}
      />
    </SimpleGrid>
  );
}

function Exact({ bytes }: { bytes: number }) {
  return (
    <span className="numeric" data-bytes={bytes}>
      {exactBytes(bytes)}
    </span>
  );
}
