import { Button, CloseButton, Container } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { IconWallet, IconWifiOff, IconAlertTriangle, IconMailCheck } from "@turnpike/ui/icons.ts";
import { type ReactNode, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, Outlet, useLocation } from "react-router";
import { formatCents, formatDateTime } from "@turnpike/ui/lib/format.ts";
import { may } from "@turnpike/ui/lib/may.ts";
import { queryClient, useCall } from "../../lib/queries.ts";
import { sessionUser } from "../../lib/session.ts";
import { ActHost } from "@turnpike/ui/act/ActHost.tsx";
import { MfaPrompt } from "../../features/mfa/MfaPrompt.tsx";
import { ScreenSkeleton } from "@turnpike/ui/Skeletons.tsx";
import { Bell } from "../../features/notices/Bell.tsx";
import { ColorSchemeSwitch } from "@turnpike/ui/ColorSchemeSwitch.tsx";
import { LanguageSwitch } from "@turnpike/ui/LanguageSwitch.tsx";
import { SearchButton } from "@turnpike/ui/palette/SearchButton.tsx";
import { Frame } from "@turnpike/ui/shell/Frame.tsx";
import { chooseLanguage } from "../../features/preferences/choose-language.ts";
import { screens } from "../navigation/routes.tsx";
import { Overlays, preloadPalette } from "../palette/Overlays.tsx";
import { AccountMenu } from "./AccountMenu.tsx";
import { ConsentBanner } from "./ConsentBanner.tsx";
import { ViewBanner } from "./ViewBanner.tsx";
import { MenuLinks } from "./MenuLinks.tsx";
import { RouteProgress } from "./RouteProgress.tsx";
import { ServerAway } from "@turnpike/ui/ServerAway.tsx";
import classes from "./Shell.module.css";
import { trafficEndsAt } from "@turnpike/rules/arrears.ts";
import { rechargeCents } from "@turnpike/rules/recharge-bonus.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { useOffline } from "@turnpike/ui/lib/use-offline.ts";
import { askToVerify } from "../../lib/call-guarded.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { useStored } from "@turnpike/ui/lib/storage.ts";

/** The frame of every screen of a signed-in customer; `children` replace the route's own screen. */
export function Shell(props: { children?: ReactNode }) {
  const titleOf = useTitleOf();
  return (
    <QueryClientProvider client={queryClient}>
      <RouteProgress />
      <Frame
        home="/cli/home"
        headerHeight={56}
        menuWidth={248}
        menu={<MenuLinks />}
        tools={<HeaderTools />}
        titleOf={titleOf}
      >
        <ViewBanner />
        <ConsentBanner />
        <Offline />
        <ServerAway poll="headerInit" />
        <ArrearsBanner />
        <VerifyHint />
        <Container size={1240} px={{ base: "md", sm: "xl" }} py={{ base: "lg", sm: "xl" }}>
          <Suspense fallback={<ScreenSkeleton />}>{props.children ?? <Outlet />}</Suspense>
        </Container>
      </Frame>
      <Overlays />
      <MfaPrompt />
      <ActHost />
    </QueryClientProvider>
  );
}

function useTitleOf() {
  const { t } = useTranslation("shell");
  return (pathname: string) => {
    const title = screens.find(({ path }) => path === pathname)?.title;
    return title ? t(`titles.${title}`) : "";
  };
}

function HeaderTools() {
  const { t } = useTranslation("shell");
  const header = useCall("headerInit", {}, { everyMs: 30_000 });
  const { pathname } = useLocation();
  const { isPending, refetch } = header;
  // A navigation cancels pending requests, and this one is needed on every screen.
  useEffect(() => {
    if (isPending) void refetch({ cancelRefetch: false });
  }, [pathname, isPending, refetch]);
  const mayTopUp = may("buy");
  const wallet = header.data ? formatCents(header.data.walletCents) : "…";
  return (
    <>
      <SearchButton preload={preloadPalette} />
      <Button
        component={Link}
        to={mayTopUp ? "/cli/home?recharge=1" : "/cli/billing"}
        variant="default"
        size="xs"
        mr={4}
        leftSection={<IconWallet size={16} aria-hidden />}
        aria-label={mayTopUp ? t("walletTopUp", { amount: wallet }) : undefined}
        className={["numeric", classes.wallet].join(" ")}
      >
        {wallet}
      </Button>
      <Bell notices={header.data?.notices} />
      <LanguageSwitch onChoose={chooseLanguage} />
      <span className={classes.scheme}>
        <ColorSchemeSwitch />
      </span>
      <AccountMenu email={header.data?.email ?? sessionUser()?.email ?? ""} />
    </>
  );
}

/** Says that the browser has no network, for as long as it has none and the server does not answer. */
function Offline() {
  const { t } = useTranslation("shell");
  const offline = useOffline();
  return (
    <div role="status">
      {offline && (
        <p className={classes.offline}>
          <IconWifiOff size={17} aria-hidden /> {t("offline")}
        </p>
      )}
    </div>
  );
}

/** On every screen while the account is in arrears: what is owed, what is suspended, how to pay. */
function ArrearsBanner() {
  const { t } = useTranslation("shell");
  const { data } = useCall("headerInit", {});
  const now = useNow();
  const arrears = data?.arrears;
  if (!arrears) return <div role="status" />;
  const endsAt = trafficEndsAt(Date.parse(arrears.since));
  const traffic = now < endsAt ? "arrears.trafficUntil" : "arrears.trafficEnded";
  const cents = Math.max(rechargeCents.least, arrears.cents);
  return (
    <div role="status">
      <div className={classes.arrears}>
        <IconAlertTriangle size={20} aria-hidden />
        <p>
          <strong>{t("arrears.owes", { amount: formatCents(arrears.cents) })}</strong>{" "}
          {t("arrears.why")} {t(traffic, { at: formatDateTime(new Date(endsAt).toISOString()) })}
        </p>
        <Button component={Link} to={`/cli/home?recharge=1&cents=${cents}`} color="red.9" size="xs">
          {t("arrears.pay", { amount: formatCents(cents) })}
        </Button>
      </div>
    </div>
  );
}

/**
 * A line above the screen while the e-mail is not verified. It blocks nothing: it can be dismissed
 * for good, and actions that need a verified e-mail ask for the code themselves.
 */
function VerifyHint() {
  const { t } = useTranslation("shell");
  const { data } = useCall("headerInit", {});
  const [dismissedFor, setDismissedFor] = useStored("app.verifyHint");
  if (!data || data.emailVerified || data.arrears || dismissedFor === data.email) return null;
  const { email } = data;
  const verify = async () => {
    if (!(await askToVerify())) return;
    toast.success(t("verifyHint.done"));
  };
  return (
    <aside className={classes.verifyHint} aria-label={t("verifyHint.title")}>
      <IconMailCheck size={18} aria-hidden />
      <p>{t("verifyHint.text")}</p>
      <Button data-needs="owner" variant="default" size="xs" onClick={() => void verify()}>
        {t("verifyHint.verify")}
      </Button>
      <CloseButton
        size="md"
        aria-label={t("verifyHint.putAway")}
        onClick={() => setDismissedFor(email)}
      />
    </aside>
  );
}
