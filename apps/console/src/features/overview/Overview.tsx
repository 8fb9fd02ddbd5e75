import { Loaded, together } from "@turnpike/ui/Loaded.tsx";
import { SimpleGrid, Stack } from "@mantine/core";
import { formatBytes, formatCents, formatNumber } from "@turnpike/ui/lib/format.ts";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { StatCard } from "@turnpike/ui/StatCard.tsx";
import { ScreenSkeleton } from "@turnpike/ui/Skeletons.tsx";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { When } from "@turnpike/ui/list/kinds.tsx";
import { Attention } from "./Attention.tsx";
import { useNextSteps } from "./NextSteps.tsx";
import { Days } from "./Days.tsx";
import { ExitsByPlace, Nodes, Queues, Refusals, Technical } from "./Machines.tsx";

const EVERY_MS = 15_000;
type Answer = CallResult<"overview">;

/** Start page: open issues first, then key figures of the business and the machines. */
export function Overview() {
  const t = useT();
  const overview = useCall("overview", {}, { everyMs: EVERY_MS });
  const steps = useNextSteps();
  return (
    <Loaded of={together(overview, steps)} waiting={<ScreenSkeleton />}>
      {([data, next]) => (
        <>
          <PageHeader
            title={t("screens.overview.title")}
            description={
              <>
                {t("overview.asOf")} <When at={data.at} />
              </>
            }
          />
          <Stack gap="md">
            <Attention items={data.attention} steps={next} />
            <Figures data={data} />
            <Days days={data.revenue} />
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
              <Queues queues={data.queues} />
              <Refusals refusals={data.refusals} />
              <ExitsByPlace exits={data.exits} />
              <Stack gap="md">
                <Nodes nodes={data.nodes} />
                <Technical data={data} />
              </Stack>
            </SimpleGrid>
          </Stack>
        </>
      )}
    </Loaded>
  );
}

const BITS_IN_GIGABIT = 1e9;

function Figures({ data }: { data: Answer }) {
  const t = useT();
  const today = data.revenue.at(-1);
  const { customers, traffic } = data;
  const month = data.revenue.reduce((sum, day) => sum + day.soldCents - day.refundedCents, 0);
  const gigabits = traffic.bitsPerSecond / BITS_IN_GIGABIT;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <StatCard
        label={t("overview.soldToday")}
        value={formatCents(today?.soldCents ?? 0)}
        hint={t("overview.sold30", { amount: formatCents(month) })}
      />
      <StatCard
        label={t("overview.newCustomers")}
        value={formatNumber(customers.newToday)}
        hint={t("overview.customersTotal", {
          count: customers.total,
          number: formatNumber(customers.total),
        })}
      />
      <StatCard
        label={t("overview.active")}
        value={formatNumber(customers.active)}
        hint={t("overview.notWell", {
          arrears: formatNumber(customers.inArrears),
          disabled: formatNumber(customers.disabled),
        })}
      />
      <StatCard
        label={t("overview.traffic")}
        value={formatBytes(traffic.bytesToday)}
        hint={t("overview.rate", { rate: formatNumber(Math.round(gigabits * 1000) / 1000) })}
      />
    </SimpleGrid>
  );
}
