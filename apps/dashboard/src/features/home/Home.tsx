import { Alert, Box, Button, Stack, Text, Anchor } from "@mantine/core";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { IconShieldCheck, IconNews } from "@tabler/icons-react";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { ScreenSkeleton, LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { NewsArticle } from "@turnpike/ui/NewsArticle.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { useCall } from "../../lib/queries.ts";
import { RechargesTable } from "../wallet/RechargesTable.tsx";
import { useTableUrl } from "@turnpike/ui/table-url.ts";
import { Forecast } from "./Forecast.tsx";
import { Coupons } from "./Coupons.tsx";
import classes from "./home.module.css";
import { HomeDialogs } from "./HomeDialogs.tsx";
import { Overview } from "./Overview.tsx";
import { RecentOrders } from "./RecentOrders.tsx";
import { Support } from "./Support.tsx";
import { useGuide, useHome } from "./use-home.ts";
import { useLinkedPlace } from "./use-linked-place.ts";
import { RECENT_ROWS, RecentPages } from "./RecentPages.tsx";
import type { CallResult } from "../../lib/call.ts";
import { formatDateTime, formatPercent } from "@turnpike/ui/lib/format.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { formatRoundCents } from "@turnpike/ui/lib/whole-dollars.ts";
import { Link } from "react-router";
import { RedeemForm } from "../cdkey/RedeemForm.tsx";
import { RedemptionsTable } from "../cdkey/RedemptionsTable.tsx";

const Guide = lazyComponent(async () => (await import("../guide/Guide.tsx")).default);

/**
 * The account at a glance (spec/accounts#home). `?recharge=1` (with `cents`) opens the recharge,
 * `?buy=ip` or `?buy=SKU` (with `coupon`) a purchase, `?payment=ID` the outcome of a payment: there
 * the payment pages lead back to, with `cancelled=1` where one left them unpaid. `?guide=1` shows
 * the way to the first request again.
 */
export function Home() {
  const { t } = useTranslation(["home", "buy", "cdkey"]);
  const home = useHome();
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      {home.ready ? <AtAGlance {...home} /> : <ScreenSkeleton />}
      <HomeDialogs />
    </>
  );
}

function AtAGlance({ index, forecast, progress }: ReturnType<typeof useHome>) {
  const [, setUrl] = useUrlText(["recharge"]);
  const topUp = () => setUrl({ recharge: "1" });
  const guide = useGuide(progress);
  const place = useLinkedPlace("#guide", guide.shown);
  const forecastOrNull = forecast.data ?? (forecast.isError ? null : undefined);
  const pending = progress?.orders.find(({ sku, status }) => {
    return status === "pending" && sku.startsWith("traffic");
  });
  return (
    <Stack gap="lg">
      {guide.shown && progress && (
        <Box ref={place} tabIndex={-1} className={classes.target ?? ""}>
          <Suspense fallback={<ScreenSkeleton />}>
            <Guide
              progress={progress}
              pendingPayment={pending?.paymentId ?? undefined}
              onClose={guide.close}
            />
          </Suspense>
        </Box>
      )}
      {index.isError && !index.data ? (
        <Panel>
          <ErrorState error={index.error} onRetry={() => void index.refetch()} />
        </Panel>
      ) : (
        <Overview index={index.data} forecast={forecastOrNull} onTopUp={topUp} />
      )}
      <Forecast forecast={forecastOrNull} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <RecentRecharges onTopUp={topUp} hideEmpty={guide.shown} />
          <RecentOrders hideEmpty={guide.shown} />
          <Redemptions />
          <News index={index.data} failed={index.isError} />
        </div>
        <div className={classes.column}>
          <Promotions promotions={index.data?.promotions ?? []} onTopUp={topUp} />
          <Coupons />
          <Support index={index.data} failed={index.isError} onGuide={guide.open} />
          <AntiFraud text={index.data?.antiFraud} />
        </div>
      </div>
    </Stack>
  );
}

/** The notice against private transfers (spec/dashboard#screens). */
function AntiFraud({ text }: { text: string | undefined }) {
  const { t } = useTranslation("home");
  if (!text) return null;
  return (
    <Alert
      color="amber"
      icon={<IconShieldCheck aria-hidden />}
      title={t("antiFraud")}
      className={classes.notice ?? ""}
    >
      {text}
    </Alert>
  );
}

/** What was paid into the wallet, newest first. */
function RecentRecharges(props: {
  onTopUp: () => void;
  /** Newcomers have the guide in place of an empty table. */
  hideEmpty: boolean;
}) {
  const { t } = useTranslation("home");
  const { page, setPage } = useTableUrl("recharges");
  const list = useCall("rechargeList", { page, limit: RECENT_ROWS }, { keepLast: true });
  if (props.hideEmpty && list.data?.total === 0) return null;
  const topUp = (
    <Button variant="default" size="xs" onClick={props.onTopUp}>
      {t("cards.topUp")}
    </Button>
  );
  return (
    <Panel title={t("recharges.title")} flush>
      <RechargesTable list={list} topUp={topUp} />
      <RecentPages
        label={t("recharges.title")}
        page={page}
        total={list.data?.total}
        onPage={setPage}
      />
    </Panel>
  );
}

/** Announcements, newest first. Where the answer failed, the balances' place says so. */
function News(props: { index: CallResult<"indexInit"> | undefined; failed: boolean }) {
  const { t } = useTranslation("home");
  const news = props.index?.news;
  const place = useLinkedPlace("#news", news !== undefined);
  if (!props.index && props.failed) return null;
  return (
    <Box ref={place} tabIndex={-1} className={classes.target ?? ""}>
      <Panel title={t("news.title")}>
        {!news && <LineSkeletons lines={6} />}
        {news?.length === 0 && (
          <EmptyState
            icon={<IconNews size={22} />}
            title={t("news.none")}
            text={t("news.noneHelp")}
          />
        )}
        {news && news.length > 0 && (
          <ul className={classes.list}>
            {news.map((item) => (
              <li key={item.id}>
                <NewsArticle {...item} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </Box>
  );
}

type Promotion = CallResult<"indexInit">["promotions"][number];

/** Promotions that run now; nothing where there is none. */
function Promotions(props: { promotions: Promotion[]; onTopUp: () => void }) {
  const { t } = useTranslation("home");
  if (props.promotions.length === 0) return null;
  return (
    <Panel title={t("promotions.title")}>
      <ul className={classes.list}>
        {props.promotions.map((promotion) => (
          <li key={promotion.id}>
            <Stack gap={4} align="flex-start">
              <Text fw={600}>{promotion.title}</Text>
              <Text fz="sm">
                {t("promotions.gives", {
                  percent: formatPercent(promotion.percent),
                  from: formatRoundCents(promotion.fromCents),
                })}
              </Text>
              <Text fz="xs" c="dimmed">
                {t("promotions.until", { at: formatDateTime(promotion.endsAt) })}
              </Text>
            </Stack>
          </li>
        ))}
      </ul>
      <Button variant="light" size="xs" mt="md" onClick={props.onTopUp}>
        {t("cards.topUp")}
      </Button>
    </Panel>
  );
}

/** A CDKey is redeemed here too; below, those that were (spec/dashboard#screens). */
function Redemptions() {
  const { t } = useTranslation("cdkey");
  const { page, setPage } = useTableUrl("cdkeys");
  const list = useCall("cdkeyRecord", { page, limit: RECENT_ROWS }, { keepLast: true });
  return (
    <Panel
      flush
      title={t("home.title")}
      actions={
        <Anchor component={Link} to="/cli/cdkey" fz="sm" fw={550}>
          {t("home.toScreen")}
        </Anchor>
      }
    >
      <Box className={classes.redeem ?? ""}>
        <RedeemForm />
      </Box>
      <RedemptionsTable list={list} />
      <RecentPages
        label={t("records.title")}
        page={page}
        total={list.data?.total}
        onPage={setPage}
      />
    </Panel>
  );
}
