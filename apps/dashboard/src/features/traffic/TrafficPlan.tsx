import { Button, Progress, SimpleGrid, Stack, Tabs, Text } from "@mantine/core";
import {
  IconArrowsSplit,
  IconChartBar,
  IconDatabase,
  IconPlugConnected,
  IconShoppingCart,
  IconUsers,
} from "@turnpike/ui/icons.ts";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { BuyDialog } from "../order/BuyDialog.tsx";
import { LazyMount } from "@turnpike/ui/LazyMount.tsx";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import tabsClasses from "@turnpike/ui/PhoneTabs.module.css";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { SubAccounts } from "../sub-account/SubAccounts.tsx";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { useCall } from "../../lib/queries.ts";
import { gbText } from "@turnpike/ui/Bytes.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { formatDateTime } from "@turnpike/ui/lib/format.ts";
import { StatCard } from "@turnpike/ui/StatCard.tsx";
import { balanceOfAll, poolChoice } from "../sub-account/pools.ts";
import { shareOf, unallottedBytes } from "../sub-account/allotment.ts";

const EndpointGenerator = lazyComponent(
  async () => (await import("../endpoint/EndpointGenerator.tsx")).EndpointGenerator,
);
const ExplainDialog = lazyComponent(
  async () => (await import("../explain/ExplainDialog.tsx")).default,
);

/**
 * The traffic plan: balance, sub-accounts and ready endpoints (spec/dashboard#screens).
 * `?tab=endpoints&account=NAME`, `?dialog=buy`, `?dialog=create` and `?dialog=explain` can be
 * linked to.
 */
export function TrafficPlan() {
  const { t } = useTranslation(["traffic-use", "buy", "lines"]);
  const { url, setUrl, tab, pasted, setPasted, leave } = usePlanUrl();
  const showEndpoints = (account: string) => leave({ tab: "endpoints", account, dialog: "" });
  const explain = () => setUrl({ dialog: "explain" });
  return (
    <>
      <PlaceHeader
        description={t("description")}
        actions={<Buy strong={tab === "accounts"} onClick={() => setUrl({ dialog: "buy" })} />}
      />
      <Stack gap="lg">
        <BalanceCards />
        <Expires />
        <PlanTabs
          tab={tab}
          onTab={(next) => setUrl({ tab: next === "endpoints" ? "endpoints" : "" })}
          accounts={
            <SubAccounts
              creating={url.dialog === "create"}
              onCreating={(creating) =>
                setUrl({ dialog: creating ? "create" : pasted && "explain" })
              }
              onEndpoints={showEndpoints}
              onBuy={() => leave({ dialog: "buy" })}
              onExplain={explain}
            />
          }
          endpoints={
            <EndpointGenerator
              account={url.account}
              onAccount={(account) => setUrl({ account })}
              onNoAccount={() => setUrl({ tab: "" })}
              onExplain={explain}
            />
          }
        />
      </Stack>
      <BuyDialog
        opened={url.dialog === "buy"}
        start={{ kind: "traffic" }}
        onClose={() => setUrl({ dialog: "" })}
      />
      <LazyMount wanted={url.dialog === "explain"}>
        <ExplainDialog
          opened={url.dialog === "explain"}
          account={url.account}
          start={pasted}
          onCreate={(text) => {
            setPasted(text);
            setUrl({ tab: "", dialog: "create" });
          }}
          onClose={() => leave({ dialog: "" })}
        />
      </LazyMount>
    </>
  );
}

/** The URL's tab and dialog, and the text pasted into the dialog that explains proxy strings. */
function usePlanUrl() {
  const [url, setUrl] = useUrlText(["tab", "dialog", "account"], { keepsPage: true });
  const tab = url.tab === "endpoints" ? ("endpoints" as const) : ("accounts" as const);
  // Kept while a sub-account is created for it; discarded when the user goes elsewhere.
  const [pasted, setPasted] = useState("");
  const leave = (to: Partial<typeof url>) => {
    setPasted("");
    setUrl(to);
  };
  return { url, setUrl, tab, pasted, setPasted, leave };
}

function Buy({ strong, onClick }: { strong: boolean; onClick: () => void }) {
  const { t } = useTranslation("traffic-use");
  return (
    <Button
      data-needs="buy"
      variant={strong ? "filled" : "default"}
      leftSection={<IconShoppingCart size={18} aria-hidden />}
      onClick={onClick}
    >
      {t("buy.open")}
    </Button>
  );
}

function PlanTabs(props: {
  tab: "accounts" | "endpoints";
  onTab: (tab: string | null) => void;
  accounts: ReactNode;
  endpoints: ReactNode;
}) {
  const { t } = useTranslation("traffic-use");
  return (
    <Tabs value={props.tab} onChange={props.onTab} keepMounted={false}>
      <Tabs.List mb="md" className={tabsClasses.tabs ?? ""}>
        <Tabs.Tab value="accounts" leftSection={<IconUsers size={17} aria-hidden />}>
          {t("tabs.accounts")}
        </Tabs.Tab>
        <Tabs.Tab value="endpoints" leftSection={<IconPlugConnected size={17} aria-hidden />}>
          {t("tabs.endpoints")}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="accounts">{props.accounts}</Tabs.Panel>
      <Tabs.Panel value="endpoints">
        <LazyMount wanted>{props.endpoints}</LazyMount>
      </Tabs.Panel>
    </Tabs>
  );
}

const REFRESH_MS = 5000;

/** The remaining, used and allotted traffic, polled while the page is visible. */
function BalanceCards() {
  const { t } = useTranslation("traffic-use");
  const info = useCall("trafficInfo", {}, { everyMs: REFRESH_MS });
  if (info.isError && !info.data) {
    return <ErrorState error={info.error} onRetry={() => void info.refetch()} />;
  }
  const data = balanceOfAll(info.data);
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
      {poolChoice(info.data).map((pool) => (
        <StatCard
          key={pool.pool}
          label={pool.title}
          icon={<IconDatabase size={16} />}
          value={gbText(pool.balanceBytes)}
          hint={t("cards.unallotted", { amount: gbText(unallottedBytes(pool)) })}
        />
      ))}
    </SimpleGrid>
  );
}

/** The ends that are listed; the API knows all. */
const shownEnds = 3;

/** Traffic that ends, the first to end first; nothing if none does. */
function Expires() {
  const { t } = useTranslation("traffic-use");
  const { data } = useCall("trafficInfo", {}, { everyMs: REFRESH_MS });
  // An API of the release before names none.
  const ends = (data?.expires ?? []).slice(0, shownEnds);
  if (ends.length === 0) return null;
  const titles = new Map(poolChoice(data).map(({ pool, title }) => [pool, ` (${title})`]));
  return (
    <Stack gap={2}>
      {ends.map(({ pool, bytes, at }) => (
        <Text key={`${pool} ${at}`} fz="sm" c="dimmed">
          {t("cards.expires", {
            amount: gbText(bytes) + (titles.get(pool) ?? ""),
            date: formatDateTime(at),
          })}
        </Text>
      ))}
    </Stack>
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
