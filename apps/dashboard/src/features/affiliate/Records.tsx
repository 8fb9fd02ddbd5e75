import { ScrollArea, Tabs } from "@mantine/core";
import {
  IconArrowUpRight,
  IconCoins,
  IconSnowflake,
  type TablerIcon,
  IconUsers,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Panel } from "../../ui/Panel.tsx";
import { useUrlText } from "../../ui/url-text.ts";
import { InvitationTable } from "./InvitationTable.tsx";
import { ProfitTable } from "./ProfitTable.tsx";
import classes from "./affiliate.module.css";
import { WithdrawalTable } from "./WithdrawalTable.tsx";

const tabs = ["profits", "frozen", "withdrawals", "invitations"] as const;
type Tab = (typeof tabs)[number];

const icons: Record<Tab, TablerIcon> = {
  profits: IconCoins,
  frozen: IconSnowflake,
  withdrawals: IconArrowUpRight,
  invitations: IconUsers,
};
/** On a phone the tabs are wider than the screen: the one that is open is seen. */
const intoView = (tab: HTMLElement | null) =>
  tab?.scrollIntoView({ block: "nearest", inline: "center" });

/** The programme's four tables (spec/affiliate); the tab and the page stand in the URL. */
export function Records({ freezeDays }: { freezeDays: number | undefined }) {
  const { t } = useTranslation("promotion-plan");
  const [url, setUrl] = useUrlText(["tab"]);
  const shown = tabs.find((tab) => tab === url.tab) ?? "profits";
  const contents: Record<Tab, ReactNode> = {
    profits: <ProfitTable />,
    frozen: <ProfitTable frozen freezeDays={freezeDays} />,
    withdrawals: <WithdrawalTable />,
    invitations: <InvitationTable />,
  };
  return (
    <Panel title={t("tables.title")} flush>
      <Tabs
        value={shown}
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
                  ref={tab === shown && shown !== "profits" ? intoView : null}
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
