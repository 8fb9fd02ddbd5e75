import { ScrollArea, Tabs } from "@mantine/core";
import {
  IconBell,
  IconCode,
  IconDevices,
  IconReceipt,
  IconShieldLock,
  IconUserCircle,
  type TablerIcon,
} from "@tabler/icons-react";
import { type ComponentType, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { ScreenSkeleton } from "@turnpike/ui/Skeletons.tsx";
import classes from "./settings.module.css";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";

const tabs = ["security", "sessions", "billing", "account", "alerts", "developers"] as const;
type Tab = (typeof tabs)[number];

const icons: Record<Tab, TablerIcon> = {
  security: IconShieldLock,
  sessions: IconDevices,
  billing: IconReceipt,
  account: IconUserCircle,
  alerts: IconBell,
  developers: IconCode,
};
/** Each tab is a chunk of its own: the first paint needs one of them. */
const contents: Record<Tab, ComponentType> = {
  security: lazyComponent(async () => (await import("../security/SecurityTab.tsx")).SecurityTab),
  sessions: lazyComponent(async () => (await import("../sessions/SessionsTab.tsx")).SessionsTab),
  billing: lazyComponent(async () => (await import("../billing/BillingTab.tsx")).BillingTab),
  account: lazyComponent(async () => (await import("../account/AccountTab.tsx")).AccountTab),
  alerts: lazyComponent(async () => (await import("../alerts/Alerts.tsx")).Alerts),
  developers: lazyComponent(
    async () => (await import("../developers/DevelopersTab.tsx")).DevelopersTab,
  ),
};

/** On a phone the tabs may be wider than the page; the one that is open is seen. */
const intoView = (tab: HTMLElement | null) =>
  tab?.scrollIntoView({ block: "nearest", inline: "center" });

/** The account's settings (spec/dashboard#screens); the tab is kept in the URL. */
export function Settings() {
  const { t } = useTranslation("setting");
  const [params, setParams] = useSearchParams();
  const activeTab = tabs.find((tab) => tab === params.get("tab")) ?? "security";
  // What else the URL holds (a table's page) belongs to the tab that is left.
  const open = (tab: string | null) => setParams(tab ? { tab } : {});
  return (
    <>
      <PageHeader title={t("frame.title")} description={t("frame.description")} />
      <Tabs value={activeTab} onChange={open} keepMounted={false}>
        <ScrollArea scrollbars="x" type="never" mb="lg">
          <Tabs.List className={classes.tabs ?? ""}>
            {tabs.map((tab) => {
              const Icon = icons[tab];
              return (
                <Tabs.Tab
                  key={tab}
                  value={tab}
                  ref={tab === activeTab ? intoView : null}
                  leftSection={<Icon size={16} aria-hidden />}
                >
                  {t(`frame.tabs.${tab}`)}
                </Tabs.Tab>
              );
            })}
          </Tabs.List>
        </ScrollArea>
        {tabs.map((tab) => {
          const Content = contents[tab];
          return (
            <Tabs.Panel key={tab} value={tab}>
              <Suspense fallback={<ScreenSkeleton />}>
                <Content />
              </Suspense>
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </>
  );
}
