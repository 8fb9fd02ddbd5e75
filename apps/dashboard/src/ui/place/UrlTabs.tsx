import { ScrollArea, Tabs } from "@mantine/core";
import type { Icon } from "@turnpike/ui/icons.ts";
import { type ComponentType, Suspense } from "react";
import { useSearchParams } from "react-router";
import { ScreenSkeleton } from "@turnpike/ui/Skeletons.tsx";
import classes from "./url-tabs.module.css";

export interface UrlTab<K extends string> {
  key: K;
  icon: Icon;
  label: string;
  content: ComponentType;
}

/** On a phone the tabs may be wider than the page: scrolls the open one into view. */
const intoView = (tab: HTMLElement | null) =>
  tab?.scrollIntoView({ block: "nearest", inline: "center" });

/** Tabs of a screen, the open one kept in the URL as `?tab=`; omitted for the first one. */
export function UrlTabs<K extends string>({ tabs }: { tabs: readonly UrlTab<K>[] }) {
  const [params, setParams] = useSearchParams();
  const active = tabs.find(({ key }) => key === params.get("tab")) ?? tabs[0];
  // The URL's other parameters (such as a table's page) belong to the previous tab.
  const open = (tab: string | null) => setParams(tab ? { tab } : {});
  return (
    <Tabs value={active?.key ?? null} onChange={open} keepMounted={false}>
      <ScrollArea scrollbars="x" type="never" mb="lg">
        <Tabs.List className={classes.tabs ?? ""}>
          {tabs.map(({ key, icon: Icon, label }) => (
            <Tabs.Tab
              key={key}
              value={key}
              ref={key === active?.key ? intoView : null}
              leftSection={<Icon size={16} aria-hidden />}
            >
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </ScrollArea>
      {tabs.map(({ key, content: Content }) => (
        <Tabs.Panel key={key} value={key}>
          <Suspense fallback={<ScreenSkeleton />}>
            <Content />
          </Suspense>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
