import { SimpleGrid, Stack } from "@mantine/core";
import {
  IconArrowsExchange,
  IconGauge,
  IconPlugConnected,
  IconTrendingUp,
} from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { formatBytes, formatNumber, formatRate } from "@turnpike/ui/lib/format.ts";
import { StreamState } from "@turnpike/ui/StreamState.tsx";
import { TryCommand } from "../proxy-test/TryCommand.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { StatCard } from "@turnpike/ui/StatCard.tsx";
import { totalsOf } from "./history.ts";
import { ByAccount } from "./ByAccount.tsx";
import { LiveCharts } from "./LiveCharts.tsx";
import { type LiveTraffic as Traffic, useLive } from "./use-live.ts";

/** The gateway traffic now and over the last 5 minutes, by sub-account. */
export function LiveTraffic() {
  const { t } = useTranslation("live");
  const traffic = useLive();
  const { history, state, msg } = traffic;
  const silent = history.every(
    ({ bytesPerSecond, connections }) => bytesPerSecond === 0 && connections === 0,
  );
  return (
    <>
      <PlaceHeader description={t("description")} actions={<StreamState state={state} />} />
      {state === "refused" && history.length === 0 ? (
        <ErrorState error={Object.assign(new Error(msg), { name: "CallRefused" })} />
      ) : (
        <Stack gap="lg">
          <Figures {...traffic} />
          <LiveCharts {...traffic} />
          {history.length > 0 && silent && (
            <Panel title={t("quiet.title")}>
              <TryCommand text={t("quiet.text")} />
            </Panel>
          )}
          <ByAccount {...traffic} />
        </Stack>
      )}
    </>
  );
}

function Figures({ history }: Traffic) {
  const { t } = useTranslation("live");
  const now = history.at(-1);
  const sums = now && totalsOf(history);
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <StatCard
        label={t("now")}
        icon={<IconGauge size={16} />}
        value={now && formatRate(now.bytesPerSecond)}
      />
      <StatCard
        label={t("connections")}
        icon={<IconPlugConnected size={16} />}
        value={now && formatNumber(now.connections)}
      />
      <StatCard
        label={t("peak")}
        icon={<IconTrendingUp size={16} />}
        value={sums && formatRate(sums.peakBytesPerSecond)}
      />
      <StatCard
        label={t("carried")}
        icon={<IconArrowsExchange size={16} />}
        value={sums && formatBytes(sums.bytes)}
      />
    </SimpleGrid>
  );
}
