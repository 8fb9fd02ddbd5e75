import { Anchor, Button, Paper, Skeleton, Text } from "@mantine/core";
import { IconPlus } from "@turnpike/ui/icons.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { firstPool } from "@turnpike/rules/traffic-pool.ts";
import { durationPhrase, sharesOf } from "@turnpike/rules/forecast.ts";
import type { CallResult } from "../../lib/call.ts";
import { formatCents, formatNumber, formatBytes, formatUtcDay } from "@turnpike/ui/lib/format.ts";
import { gbText } from "@turnpike/ui/Bytes.tsx";
import { useCall } from "../../lib/queries.ts";
import { balanceOfAll, poolChoice } from "../sub-account/pools.ts";
import { BonusHint, StaticHint, staticSum, WalletForecast } from "./figure-hints.tsx";
import classes from "./overview.module.css";

const REFRESH_MS = 30_000;

/** Balances and how long they last. Undefined while loading; `forecast` is null if it failed. */
export function Overview(props: {
  index: CallResult<"indexInit"> | undefined;
  forecast: CallResult<"forecast"> | undefined | null;
  onTopUp: () => void;
}) {
  const { t } = useTranslation("home");
  const { index, forecast } = props;
  const { data: info } = useCall("trafficInfo", {}, { everyMs: REFRESH_MS });
  const hasPools = poolChoice(info).length > 0;
  const trafficBytes = (hasPools ? balanceOfAll(info)?.balanceBytes : null) ?? index?.trafficBytes;
  return (
    <Paper component="section" aria-label={t("cards.title")} className={classes.overview ?? ""}>
      <Figure
        label={t("cards.traffic")}
        value={index && gbText(trafficBytes ?? index.trafficBytes)}
        wide
        action={
          <>
            <To to="/cli/traffic-use?dialog=buy">{t("cards.buyTraffic")}</To>
            <To to="/cli/package-purchase?days=7&by=country">{t("cards.countries")}</To>
          </>
        }
      >
        {!hasPools && (
          <TrafficForecast
            what="traffic"
            left={forecast?.traffic.leftBytes}
            figure={forecast && forecast.traffic}
          />
        )}
        <PoolHints forecast={forecast} />
        {forecast !== null && <Spark traffic={forecast?.traffic} />}
      </Figure>
      <WalletFigure {...props} />
      <Figure
        label={t("cards.ips")}
        value={index && formatNumber(index.ipBalance)}
        action={<To to="/cli/home?buy=ip">{t("cards.buyIps")}</To>}
      >
        <Hint>{t("cards.ipsHint")}</Hint>
      </Figure>
      <Figure
        label={t("cards.static")}
        value={index && formatNumber(staticSum(index))}
        action={<To to="/cli/home?buy=static">{t("cards.buyStatic")}</To>}
      >
        <StaticHint index={index} />
      </Figure>
    </Paper>
  );
}

/** What each pool has and how long it lasts, once there are several; the figure above is their sum. */
function PoolHints({ forecast }: Pick<Parameters<typeof Overview>[0], "forecast">) {
  const { data } = useCall("trafficInfo", {}, { everyMs: REFRESH_MS });
  const lasting = useLasting();
  return poolChoice(data).map(({ pool, title, balanceBytes }) => {
    const ahead =
      pool === firstPool ? forecast?.traffic : forecast?.pools?.find((one) => one.pool === pool);
    const days = ahead?.daysLeft
      ? lasting("traffic", ahead, { left: balanceBytes, used: true })
      : "";
    return (
      <Hint key={pool}>{[title, gbText(balanceBytes), days].filter(Boolean).join(" · ")}</Hint>
    );
  });
}

function WalletFigure({ index, forecast, onTopUp }: Parameters<typeof Overview>[0]) {
  const { t } = useTranslation("home");
  return (
    <Figure
      label={t("cards.wallet")}
      value={index && formatCents(index.walletCents)}
      action={
        <Button
          data-needs="buy"
          size="xs"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={onTopUp}
        >
          {t("cards.topUp")}
        </Button>
      }
    >
      <TrafficForecast
        what="wallet"
        left={forecast?.wallet.leftCents}
        figure={forecast && forecast.wallet}
      />
      <WalletForecast wallet={forecast?.wallet} />
      <BonusHint index={index} />
    </Figure>
  );
}

function Figure(props: {
  label: string;
  value: string | undefined;
  wide?: boolean;
  children: ReactNode;
  action: ReactNode;
}) {
  return (
    <div className={classes.figure} data-wide={props.wide || undefined}>
      <Text c="dimmed" fz="sm" fw={500} component="h2">
        {props.label}
      </Text>
      {props.value === undefined ? (
        <Skeleton h={32} w="60%" aria-hidden />
      ) : (
        <Text fz="1.625rem" lh="32px" fw={640} className="numeric" lts="-0.02em">
          {props.value}
        </Text>
      )}
      {props.children}
      <div className={classes.action}>{props.action}</div>
    </div>
  );
}

function Hint({ children }: { children: ReactNode }) {
  return (
    <Text c="dimmed" fz="sm">
      {children}
    </Text>
  );
}

function To(props: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={props.to} preventScrollReset fz="sm" fw={550}>
      {props.children}
    </Anchor>
  );
}

type ForecastFigure = CallResult<"forecast">["traffic"] | CallResult<"forecast">["wallet"];

/** How long a balance lasts, in words. `figure` is undefined while loading, null if unknown. */
function TrafficForecast(props: {
  what: "traffic" | "wallet";
  left: number | undefined;
  figure: ForecastFigure | undefined | null;
}) {
  const lasting = useLasting();
  const { what, figure } = props;
  if (figure === null) return null;
  if (figure === undefined) return <Skeleton h={14} my={4} w="70%" aria-hidden />;
  const used =
    "days" in figure ? figure.days.some(({ bytes }) => bytes > 0) : figure.perDayCents > 0;
  return (
    <Text fz="sm" fw={500}>
      {lasting(what, figure, { left: props.left ?? 0, used })}
    </Text>
  );
}

/** Says for how long a balance lasts. */
function useLasting() {
  const { t } = useTranslation("home");
  return (
    what: "traffic" | "wallet",
    rate: { fromDays: number; daysLeft: number | null },
    balance: { left: number; used: boolean },
  ): string => {
    const lasting = durationPhrase({ ...rate, ...balance });
    if (lasting.how !== "days") return t(`lasts.${what}.${lasting.how}`);
    return t("lasts.days", { count: lasting.days, days: formatNumber(lasting.days) });
  };
}

/** The last 14 days as small bars, and today compared with yesterday; links to the statistics. */
function Spark(props: { traffic: CallResult<"forecast">["traffic"] | undefined }) {
  const { t } = useTranslation("home");
  const { traffic } = props;
  if (!traffic) return <Skeleton className={classes.spark ?? ""} aria-hidden />;
  const { days, todayBytes, yesterdayBytes } = traffic;
  const shares = sharesOf(days.map(({ bytes }) => bytes));
  const words = { today: formatBytes(todayBytes), yesterday: formatBytes(yesterdayBytes) };
  return (
    <Link to="/cli/package-purchase" className={classes.spark} aria-label={t("spark.link", words)}>
      <span className={classes.bars} aria-hidden>
        {days.map(({ day, bytes }, at) => (
          <span
            key={day}
            className={classes.slot}
            title={t("spark.day", { day: formatUtcDay(day), bytes: formatBytes(bytes) })}
          >
            <span
              className={classes.bar}
              data-today={at === days.length - 1 || undefined}
              style={{ height: `${(shares[at] ?? 0) * 100}%` }}
            />
          </span>
        ))}
      </span>
      <Text component="span" fz="xs" c="dimmed" className="numeric">
        {t("spark.today", words)}
      </Text>
    </Link>
  );
}
