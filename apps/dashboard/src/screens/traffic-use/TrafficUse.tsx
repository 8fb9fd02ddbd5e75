import { Button, Stack, Tabs } from "@mantine/core";
import { IconPlugConnected, IconShoppingCart, IconUsers } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { BuyDialog } from "../../parts/buy/BuyDialog.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { useUrlText } from "../../ui/url-text.ts";
import { BalanceCards } from "./BalanceCards.tsx";
import { EndpointGenerator } from "./EndpointGenerator.tsx";
import { SubAccounts } from "./SubAccounts.tsx";
import classes from "./traffic-use.module.css";

/**
 * The traffic plan: balance, sub-accounts and ready endpoints (spec §2 /cli/traffic-use).
 * `?tab=endpoints&account=NAME`, `?dialog=buy` and `?dialog=create` can be linked to.
 */
export function TrafficUse() {
  const { t } = useTranslation(["traffic-use", "buy", "lines"]);
  const [url, setUrl] = useUrlText(["tab", "dialog", "account"], { keepsPage: true });
  const tab = url.tab === "endpoints" ? "endpoints" : "accounts";
  const showEndpoints = (account: string) => setUrl({ tab: "endpoints", account, dialog: "" });
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          <Button
            leftSection={<IconShoppingCart size={18} aria-hidden />}
            onClick={() => setUrl({ dialog: "buy" })}
          >
            {t("buy.open")}
          </Button>
        }
      />
      <Stack gap="lg">
        <BalanceCards />
        <Tabs
          value={tab}
          onChange={(next) => setUrl({ tab: next === "endpoints" ? "endpoints" : "" })}
          keepMounted={false}
        >
          <Tabs.List mb="md" className={classes.tabs ?? ""}>
            <Tabs.Tab value="accounts" leftSection={<IconUsers size={17} aria-hidden />}>
              {t("tabs.accounts")}
            </Tabs.Tab>
            <Tabs.Tab value="endpoints" leftSection={<IconPlugConnected size={17} aria-hidden />}>
              {t("tabs.endpoints")}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="accounts">
            <SubAccounts
              creating={url.dialog === "create"}
              onCreating={(creating) => setUrl({ dialog: creating ? "create" : "" })}
              onEndpoints={showEndpoints}
              onBuy={() => setUrl({ dialog: "buy" })}
            />
          </Tabs.Panel>
          <Tabs.Panel value="endpoints">
            <EndpointGenerator
              account={url.account}
              onAccount={(account) => setUrl({ account })}
              onNoAccount={() => setUrl({ tab: "" })}
            />
          </Tabs.Panel>
        </Tabs>
      </Stack>
      <BuyDialog
        opened={url.dialog === "buy"}
        start={{ kind: "traffic" }}
        onClose={() => setUrl({ dialog: "" })}
      />
    </>
  );
}
