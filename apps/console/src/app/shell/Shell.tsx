import { AppShell, Badge, Burger, Container, Group, UnstyledButton } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { ColorSchemeSwitch } from "@turnpike/ui/ColorSchemeSwitch.tsx";
import { Logo } from "@turnpike/ui/Logo.tsx";
import { useBrand } from "@turnpike/ui/lib/brand.ts";
import { ServerAway } from "@turnpike/ui/ServerAway.tsx";
import { ScreenSkeleton } from "@turnpike/ui/Skeletons.tsx";
import { Suspense, useEffect } from "react";
import { Link, Outlet, useLocation } from "react-router";
import { useMe } from "../../lib/me.ts";
import { useT } from "../../lib/words.ts";
import { ActHost } from "@turnpike/ui/act/ActHost.tsx";
import { Overlays } from "../palette/Overlays.tsx";
import { SearchButton } from "../palette/SearchButton.tsx";
import { AccountMenu } from "./AccountMenu.tsx";
import { LanguageMenu } from "./LanguageMenu.tsx";
import { MenuLinks } from "./MenuLinks.tsx";
import { RouteFocus } from "./RouteFocus.tsx";
import classes from "./Shell.module.css";

/** The frame around every screen. */
export function Shell() {
  return (
    <>
      <Frame />
      <Overlays />
      <ActHost />
    </>
  );
}

function Frame() {
  const t = useT();
  const { name } = useBrand();
  const [opened, menu] = useDisclosure(false);
  const narrow = useMediaQuery("(max-width: 61.99em)", true, { getInitialValueInEffect: false });
  const { pathname } = useLocation();
  const { close } = menu;
  // Close the mobile menu on navigation.
  useEffect(() => close(), [pathname, close]);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 216, breakpoint: "md", collapsed: { mobile: !opened } }}
      padding={0}
    >
      <a className="skip-link" href="#screen">
        {t("skip")}
      </a>
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
            <UnstyledButton component={Link} to="/" aria-label={name}>
              <Logo markOnPhones />
            </UnstyledButton>
            <LabBadge />
          </Group>
          <Group gap={4} wrap="nowrap" miw={0}>
            <SearchButton />
            <LanguageMenu />
            <span className={classes.scheme}>
              <ColorSchemeSwitch />
            </span>
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label={t("menu")} inert={narrow && !opened}>
        <MenuLinks />
      </AppShell.Navbar>
      <AppShell.Main id="screen" tabIndex={-1} className={classes.main}>
        <ServerAway poll="whoAmI" />
        <Container fluid px={{ base: "md", sm: "lg", lg: "xl" }} py="lg" maw={1720}>
          <Suspense fallback={<ScreenSkeleton />}>
            <Outlet />
          </Suspense>
        </Container>
      </AppShell.Main>
      <RouteFocus />
    </AppShell>
  );
}

/** Badge shown in a lab, where no action costs real money. */
function LabBadge() {
  const t = useT();
  if (!useMe()?.lab) return null;
  return (
    <Badge color="amber" title={t("labHelp")}>
      {t("lab")}
    </Badge>
  );
}
