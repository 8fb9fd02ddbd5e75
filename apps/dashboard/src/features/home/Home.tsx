import { Alert, Box, Button, Stack, Text } from "@mantine/core";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { IconShieldCheck } from "@turnpike/ui/icons.ts";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { formatDateTime, formatPercent } from "@turnpike/ui/lib/format.ts";
import { formatRoundCents } from "@turnpike/ui/lib/written-money.ts";
import { may } from "@turnpike/ui/lib/may.ts";
import type { CallResult } from "../../lib/call.ts";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import { Coupons } from "./Coupons.tsx";
import { Errors } from "./Errors.tsx";
import { Forecast } from "./Forecast.tsx";
import { HomeDialogs } from "./HomeDialogs.tsx";
import { HomeSkeleton } from "./HomeSkeleton.tsx";
import { LastUse } from "./LastUse.tsx";
import { News } from "./News.tsx";
import { Overview } from "./Overview.tsx";
import { Redemptions } from "./Redemptions.tsx";
import { Support } from "./Support.tsx";
import { useGuide, useHome } from "./use-home.ts";
import { useLinkedPlace } from "./use-linked-place.ts";
import classes from "./home.module.css";

/** Renders nothing while the code loads: a placeholder would move buttons under the pointer. */
const Guide = lazyComponent(async () => (await import("../guide/Guide.tsx")).default);

/**
 * The account at a glance (spec/accounts#home). `?recharge=1` (with `cents`) opens the recharge,
 * `?buy=ip` or `?buy=SKU` (with `coupon`) a purchase, `?payment=ID` the outcome of a payment:
 * payment pages lead back there, with `cancelled=1` if they were left unpaid. `?guide=1` shows the
 * guide to the first request again.
 */
export function Home() {
  useTranslation(["home", "buy", "cdkey"]);
  const home = useHome();
  return (
    <>
      <PlaceHeader dense />
      <Suspense fallback={<HomeSkeleton />}>
        {home.ready ? <AtAGlance {...home} /> : <HomeSkeleton />}
      </Suspense>
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
  const pending = progress?.orders.find(({ kind, status }) => {
    return status === "pending" && kind === "traffic";
  });
  return (
    <Stack gap={10}>
      {guide.shown && progress && (
        <Box ref={place} tabIndex={-1} className={classes.target ?? ""}>
          <Guide
            progress={progress}
            pendingPayment={pending?.paymentId ?? undefined}
            onClose={guide.close}
          />
        </Box>
      )}
      {index.isError && !index.data ? (
        <Panel>
          <ErrorState error={index.error} onRetry={() => void index.refetch()} />
        </Panel>
      ) : (
        <Overview index={index.data} forecast={forecastOrNull} onTopUp={topUp} />
      )}
      {!guide.shown && (
        <div className={classes.now}>
          <Forecast forecast={forecastOrNull} />
          <div className={classes.happened}>
            <Errors />
            <LastUse />
          </div>
        </div>
      )}
      <Promotions promotions={index.data?.promotions ?? []} onTopUp={topUp} />
      <div className={classes.more}>
        <News index={index.data} failed={index.isError} />
        <Coupons />
        {may("buy") && <Redemptions />}
      </div>
      <div className={classes.foot}>
        <Support index={index.data} failed={index.isError} onGuide={guide.open} />
        <AntiFraud text={index.data?.antiFraud} />
      </div>
    </Stack>
  );
}

/** The warning against private transfers (spec/dashboard#screens). */
function AntiFraud({ text }: { text: string | undefined }) {
  const { t } = useTranslation("home");
  if (!text) return null;
  return (
    <Alert
      color="amber"
      icon={<IconShieldCheck aria-hidden />}
      title={t("antiFraud")}
      py="xs"
      fz="sm"
      className={classes.notice ?? ""}
    >
      {text}
    </Alert>
  );
}

type Promotion = CallResult<"indexInit">["promotions"][number];

/** Current promotions; renders nothing if there are none. */
function Promotions(props: { promotions: Promotion[]; onTopUp: () => void }) {
  const { t } = useTranslation("home");
  if (props.promotions.length === 0) return null;
  return (
    <section className={classes.promotions} aria-label={t("promotions.title")}>
      <ul className={classes.rows}>
        {props.promotions.map((promotion) => (
          <li key={promotion.id}>
            <strong>{promotion.title}</strong>{" "}
            {t("promotions.gives", {
              percent: formatPercent(promotion.percent),
              from: formatRoundCents(promotion.fromCents),
            })}{" "}
            <Text span fz="xs" c="dimmed">
              {t("promotions.until", { at: formatDateTime(promotion.endsAt) })}
            </Text>
          </li>
        ))}
      </ul>
      <Button data-needs="buy" variant="light" size="xs" onClick={props.onTopUp}>
        {t("cards.topUp")}
      </Button>
    </section>
  );
}
