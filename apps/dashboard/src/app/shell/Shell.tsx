import { AppShell, Burger, Button, Container, Group, UnstyledButton } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { QueryClientProvider } from "@tanstack/react-query";
import { IconWallet, IconWifiOff } from "@tabler/icons-react";
import { Suspense, useEffect, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Link, Outlet, useLocation } from "react-router";
import { formatCents } from "@turnpike/ui/lib/format.ts";
import { queryClient, useCall } from "../../lib/queries.ts";
import { sessionUser } from "../../lib/session.ts";
import { MfaPrompt } from "../../features/mfa/MfaPrompt.tsx";
import { ScreenSkeleton } from "@turnpike/ui/Skeletons.tsx";
import { Bell } from "../../features/notices/Bell.tsx";
import { ColorSchemeSwitch } from "@turnpike/ui/ColorSchemeSwitch.tsx";
import { LanguageSwitch } from "../../features/preferences/LanguageSwitch.tsx";
import { Logo } from "@turnpike/ui/Logo.tsx";
import { Overlays } from "../palette/Overlays.tsx";
import { SearchButton } from "../palette/SearchButton.tsx";
import { AccountMenu } from "./AccountMenu.tsx";
import { RouteAnnouncer } from "./RouteAnnouncer.tsx";
import { ArrearsBanner } from "./ArrearsBanner.tsx";
import { MenuLinks } from "./MenuLinks.tsx";
import { RouteProgress } from "./RouteProgress.tsx";
import { VerifyHint } from "./VerifyHint.tsx";
import classes from "./Shell.module.css";

/** The frame of every screen of a signed-in customer. */
export function Shell() {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
      <Overlays />
      <MfaPrompt />
    </QueryClientProvider>
  );
}

function Frame() {
  const { t } = useTranslation("shell");
  const [opened, menu] = useDisclosure(false);
  const narrow = useMediaQuery("(max-width: 61.99em)", true, { getInitialValueInEffect: false });
  const { pathname } = useLocation();
  const { close } = menu;
  // A navigation closes the phone's menu.
  useEffect(() => close(), [pathname, close]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 248, breakpoint: "md", collapsed: { mobile: !opened } }}
      padding={0}
    >
      <a className="skip-link" href="#screen">
        {t("skip")}
      </a>
      <RouteProgress />
      <AppShell.Header className={classes.header} px={{ base: "sm", sm: "md" }}>
        <Group h="100%" gap="sm" wrap="nowrap" justify="space-between">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={menu.toggle}
              hiddenFrom="md"
              size="sm"
              aria-label={opened ? t("closeMenu") : t("openMenu")}
              aria-expanded={opened}
            />
            <UnstyledButton component={Link} to="/cli/home" aria-label="Turnpike">
              <Logo markOnPhones />
            </UnstyledButton>
          </Group>
          <HeaderTools />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label={t("menu")} inert={narrow && !opened}>
        <MenuLinks />
      </AppShell.Navbar>
      <AppShell.Main id="screen" tabIndex={-1} className={classes.main}>
        <Offline />
        <ArrearsBanner />
        <VerifyHint />
        <Container size={1240} px={{ base: "md", sm: "xl" }} py={{ base: "lg", sm: "xl" }}>
          <Suspense fallback={<ScreenSkeleton />}>
            <Outlet />
          </Suspense>
        </Container>
      </AppShell.Main>
      <RouteAnnouncer />
    </AppShell>
  );
}

function HeaderTools() {
  const { t } = useTranslation("shell");
  const header = useCall("headerInit", {}, { everyMs: 30_000 });
  const { pathname } = useLocation();
  const { isPending, refetch } = header;
  // A navigation cancels what is under way, and this is on every screen.
  useEffect(() => {
    if (isPending) void refetch();
  }, [pathname, isPending, refetch]);
  const wallet = header.data ? formatCents(header.data.walletCents) : "…";
  return (
    <Group gap={4} wrap="nowrap" miw={0}>
      <SearchButton />
      <Button
        component={Link}
        to="/cli/home?recharge=1"
        variant="default"
        size="xs"
        mr={4}
        leftSection={<IconWallet size={16} aria-hidden />}
        aria-label={t("walletTopUp", { amount: wallet })}
        className={["numeric", classes.wallet].join(" ")}
      >
        {wallet}
      </Button>
      <Bell notices={header.data?.notices} />
      <LanguageSwitch />
      <span className={classes.scheme}>
        <ColorSchemeSwitch />
      </span>
      <AccountMenu email={header.data?.email ?? sessionUser()?.email ?? ""} />
    </Group>
  );
}

const subscribe = (listener: () => void) => {
  for (const event of ["online", "offline"]) addEventListener(event, listener);
  return () => {
    for (const event of ["online", "offline"]) removeEventListener(event, listener);
  };
};

/** Says that the browser has no network, for as long as that is so. */
function Offline() {
  const { t } = useTranslation("shell");
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!online && (
        <p className={classes.offline}>
          <IconWifiOff size={17} aria-hidden /> {t("offline")}
        </p>
      )}
    </div>
  );
}
