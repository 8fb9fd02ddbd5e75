import { List } from "@turnpike/ui/list/List.tsx";
import { type Item, useList } from "../../ui/list/use-list.ts";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { cents, count, when } from "@turnpike/ui/list/kinds.tsx";
import { ScrollArea, Tabs } from "@mantine/core";
import {
  IconArrowUpRight,
  IconCoins,
  IconSnowflake,
  IconUsers,
  type Icon,
} from "@turnpike/ui/icons.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { ProfitTable } from "./ProfitTable.tsx";
import classes from "./affiliate.module.css";
import { WithdrawalTable } from "./WithdrawalTable.tsx";

const tabs = ["profits", "frozen", "withdrawals", "invitations"] as const;
type Tab = (typeof tabs)[number];

const icons: Record<Tab, Icon> = {
  profits: IconCoins,
  frozen: IconSnowflake,
  withdrawals: IconArrowUpRight,
  invitations: IconUsers,
};
/** On a phone the tabs are wider than the screen: scrolls the open one into view. */
const intoView = (tab: HTMLElement | null) =>
  tab?.scrollIntoView({ block: "nearest", inline: "center" });

/** The programme's four tables (spec/affiliate); the tab and the page are kept in the URL. */
export function Records({ freezeDays }: { freezeDays: number | undefined }) {
  const { t } = useTranslation("promotion-plan");
  const [url, setUrl] = useUrlText(["tab"]);
  const activeTab = tabs.find((tab) => tab === url.tab) ?? "profits";
  const contents: Record<Tab, ReactNode> = {
    profits: <ProfitTable />,
    frozen: <ProfitTable frozen freezeDays={freezeDays} />,
    withdrawals: <WithdrawalTable />,
    invitations: <InvitationTable />,
  };
  return (
    <Panel title={t("tables.title")} flush>
      <Tabs
        value={activeTab}
        onChange={(tab) => setUrl({ tab: tab === "profits" ? "" : (tab ?? "") })}
        keepMounted={false}
      >
        <ScrollArea scrollbars="x" type="never">
          <Tabs.List px="md" className={classes.tabs ?? ""}>
            {tabs.map((tab) => {
              const Icon = icons[tab];
              return (
                <Tabs.Tab
                  key={tab}
                  value={tab}
                  ref={tab === activeTab && activeTab !== "profits" ? intoView : null}
                  leftSection={<Icon size={16} aria-hidden />}
                >
                  {t(`tables.${tab}`)}
                </Tabs.Tab>
              );
            })}
          </Tabs.List>
        </ScrollArea>
        {tabs.map((tab) => (
          <Tabs.Panel key={tab} value={tab}>
            {contents[tab]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Panel>
  );
}

/** Customers who registered with the code, newest first. */
function InvitationTable() {
  const { t } = useTranslation("promotion-plan");
  const list = useList("invitations");
  const columns: ListColumn<Item<"invitations">>[] = [
    { key: "registerEmail", title: t("profits.email") },
    { key: "registeredAt", title: t("invited.at"), as: when },
    { key: "orders", title: t("invited.orders"), as: count },
    { key: "transactionCents", title: t("invited.transactions"), as: cents },
    { key: "profitCents", title: t("invited.profit"), as: cents },
  ];
  return (
    <List
      bare
      list={list}
      label={t("tables.invitations")}
      columns={columns}
      empty={{
        icon: <IconUsers size={22} />,
        title: t("invited.none"),
        text: t("invited.noneHelp"),
      }}
    />
  );
}
