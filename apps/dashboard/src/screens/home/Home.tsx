import { Alert, Stack } from "@mantine/core";
import { IconShieldCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useUrlText } from "../../ui/url-text.ts";
import { BalanceCards } from "./BalanceCards.tsx";
import { Coupons } from "./Coupons.tsx";
import { FirstSteps } from "./FirstSteps.tsx";
import classes from "./home.module.css";
import { HomeDialogs } from "./HomeDialogs.tsx";
import { News } from "./News.tsx";
import { Promotions } from "./Promotions.tsx";
import { RecentOrders } from "./RecentOrders.tsx";
import { RecentRecharges } from "./RecentRecharges.tsx";
import { Redemptions } from "./Redemptions.tsx";
import { Support } from "./Support.tsx";

const REFRESH_MS = 30_000;

/**
 * The account at a glance (spec §2 /cli/home). `?recharge=1` (with `cents`) opens the recharge,
 * `?buy=ip` or `?buy=SKU` (with `coupon`) a purchase, `?payment=ID` what became of a payment: there
 * the payment pages lead back to, with `cancelled=1` where one left them unpaid.
 */
export function Home() {
  const { t } = useTranslation(["home", "buy", "cdkey"]);
  const index = useCall("indexInit", {}, { everyMs: REFRESH_MS });
  const [, setUrl] = useUrlText(["recharge"]);
  const topUp = () => setUrl({ recharge: "1" });
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <Stack gap="lg">
        {index.isError && !index.data ? (
          <Panel>
            <ErrorState error={index.error} onRetry={() => void index.refetch()} />
          </Panel>
        ) : (
          <BalanceCards index={index.data} onTopUp={topUp} />
        )}
        <FirstSteps onTopUp={topUp} />
        {index.data && (
          <Alert
            color="amber"
            icon={<IconShieldCheck aria-hidden />}
            title={t("antiFraud")}
            className={classes.notice ?? ""}
          >
            {index.data.antiFraud}
          </Alert>
        )}
        <div className={classes.columns}>
          <div className={classes.column}>
            <RecentRecharges onTopUp={topUp} />
            <RecentOrders />
            <Redemptions />
            <News index={index.data} failed={index.isError} />
          </div>
          <div className={classes.column}>
            <Promotions promotions={index.data?.promotions ?? []} onTopUp={topUp} />
            <Coupons />
            <Support index={index.data} failed={index.isError} />
          </div>
        </div>
      </Stack>
      <HomeDialogs />
    </>
  );
}
