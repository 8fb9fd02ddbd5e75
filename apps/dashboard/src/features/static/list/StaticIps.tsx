import { Button, Stack, Tabs } from "@mantine/core";
import { IconHistory, IconPlus, IconServer2 } from "@turnpike/ui/icons.ts";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { LazyMount } from "@turnpike/ui/LazyMount.tsx";
import { PlaceHeader } from "../../../ui/place/PlaceHeader.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { Credits } from "./Credits.tsx";
import { useIpActs } from "../acts/use-ip-acts.ts";
import { ResetAll } from "../acts/ResetAll.tsx";
import type { StaticIp } from "../static-ip.ts";
import { IpList } from "./IpList.tsx";
import { useTakeLink } from "../take/take-link.ts";
import type { Term } from "../term.ts";
import { useSummary, useIps } from "../use-ips.ts";
import { useOpenedIp } from "../details/use-opened-ip.ts";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";

// Dialogs are loaded on demand, since the first paint needs none of them.
const IpDetails = lazyComponent(async () => (await import("../details/IpDetails.tsx")).IpDetails);
const RenewDialog = lazyComponent(
  async () => (await import("../renew/RenewDialog.tsx")).RenewDialog,
);
const IpHistory = lazyComponent(async () => (await import("./IpHistory.tsx")).IpHistory);
const TakeDialog = lazyComponent(async () => (await import("../take/TakeDialog.tsx")).TakeDialog);

/** The dialogs' translations load with the screen, so opening a dialog does not suspend it. */
const areas = ["static", "static-take", "static-edit", "lines", "manager", "buy", "parts"] as const;

/**
 * The account's static IPs of one term, and their actions (spec/static#static-ip,
 * spec/dashboard#batch-actions). Filters, order and page are kept in the URL; `?take=1` takes IPs,
 * `?ip=ID` shows one, `?tab=history` the history.
 */
export function StaticIps({ term }: { term: Term }) {
  useTranslation(areas);
  const take = useTakeLink();
  const [renewed, setRenewed] = useState<readonly StaticIp[] | null>(null);
  const ips = useIps(term);
  const acts = useIpActs({ term, onRenew: setRenewed, onDeleted: ips.selected.drop });
  const opened = useOpenedIp(ips.rows);
  return (
    <>
      <Head term={term} onTake={take.open} />
      <Stack gap="lg">
        <Credits term={term} />
        <IpTabs
          list={
            <IpList term={term} ips={ips} acts={acts} onOpen={opened.open} onTake={take.open} />
          }
          history={<IpHistory term={term} />}
        />
      </Stack>
      <LazyMount wanted={opened.id !== ""}>
        <IpDetails term={term} opened={opened} acts={acts} />
      </LazyMount>
      <LazyMount wanted={take.opened}>
        <TakeDialog term={term} opened={take.opened} start={take.start} onClose={take.close} />
      </LazyMount>
      <LazyMount wanted={renewed !== null}>
        <RenewDialog rows={renewed} onClose={() => setRenewed(null)} />
      </LazyMount>
    </>
  );
}

/** The list and the history as tabs; the tab is kept in the URL. */
function IpTabs(props: { list: ReactNode; history: ReactNode }) {
  const { t } = useTranslation("static");
  const [view, setView] = useUrlText(["tab"], { keepsPage: true });
  return (
    <Tabs
      value={view.tab === "history" ? "history" : "ips"}
      onChange={(tab) => setView({ tab: tab === "history" ? "history" : "" })}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="ips" leftSection={<IconServer2 size={17} aria-hidden />}>
          {t("tabs.ips")}
        </Tabs.Tab>
        <Tabs.Tab value="history" leftSection={<IconHistory size={17} aria-hidden />}>
          {t("tabs.history")}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="ips">{props.list}</Tabs.Panel>
      <Tabs.Panel value="history">
        <LazyMount wanted>{props.history}</LazyMount>
      </Tabs.Panel>
    </Tabs>
  );
}

function Head(props: { term: Term; onTake: () => void }) {
  const { t } = useTranslation("static");
  const { term } = props;
  const { data } = useSummary(term).glance;
  const resets = term === "static" && data !== undefined && data.active + data.expired > 0;
  return (
    <PlaceHeader
      description={t(`${term}.description`)}
      actions={
        <>
          {resets && <ResetAll />}
          <Button
            data-needs="buy"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={props.onTake}
          >
            {t("take")}
          </Button>
        </>
      }
    />
  );
}

/** Long-term static IPs (spec/dashboard#screens). */
export function StaticProxies() {
  return <StaticIps term="static" />;
}

/** Short-term static IPs (spec/dashboard#screens). */
export function StaticShortProxies() {
  return <StaticIps term="short" />;
}
