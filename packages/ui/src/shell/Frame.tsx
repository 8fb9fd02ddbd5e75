import { AppShell, Burger, Group, UnstyledButton } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { Logo } from "../Logo.tsx";
import { useBrand } from "../lib/brand.ts";
import { RouteAnnouncer } from "./RouteAnnouncer.tsx";
import classes from "./Frame.module.css";

interface FrameProps {
  /** Where the logo leads. */
  home: string;
  headerHeight: number;
  menuWidth: number;
  menu: ReactNode;
  /** Beside the logo. */
  badge?: ReactNode;
  /** At the header's end. */
  tools: ReactNode;
  /** The title of a path's screen, read aloud on a navigation. */
  titleOf: (pathname: string) => string;
  mainClass?: string | undefined;
  children: ReactNode;
}

/** The frame around every screen of an application: header, menu and the screen's place. */
export function Frame(props: FrameProps) {
  const { t } = useTranslation("ui");
  const [opened, menu] = useDisclosure(false);
  const narrow = useMediaQuery("(max-width: 61.99em)", true, { getInitialValueInEffect: false });
  const { pathname } = useLocation();
  const { close } = menu;
  // A navigation closes the phone's menu.
  useEffect(() => close(), [pathname, close]);
  return (
    <AppShell
      header={{ height: props.headerHeight }}
      navbar={{ width: props.menuWidth, breakpoint: "md", collapsed: { mobile: !opened } }}
      padding={0}
    >
      <a className="skip-link" href="#screen">
        {t("shell.skip")}
      </a>
      <Header {...props} opened={opened} onToggle={menu.toggle} />
      <AppShell.Navbar
        className={classes.navbar}
        aria-label={t("shell.menu")}
        inert={narrow && !opened}
      >
        {props.menu}
      </AppShell.Navbar>
      <AppShell.Main
        id="screen"
        tabIndex={-1}
        className={[classes.main, props.mainClass].join(" ")}
      >
        {props.children}
      </AppShell.Main>
      <RouteAnnouncer titleOf={props.titleOf} />
    </AppShell>
  );
}

function Header(props: FrameProps & { opened: boolean; onToggle: () => void }) {
  const { t } = useTranslation("ui");
  const { name } = useBrand();
  const { opened } = props;
  return (
    <AppShell.Header className={classes.header} px={{ base: "sm", sm: "md" }}>
      <Group h="100%" gap="sm" wrap="nowrap" justify="space-between">
        <Group gap="sm" wrap="nowrap">
          <Burger
            opened={opened}
            onClick={props.onToggle}
            hiddenFrom="md"
            size="sm"
            aria-label={opened ? t("shell.closeMenu") : t("shell.openMenu")}
            aria-expanded={opened}
          />
          <UnstyledButton component={Link} to={props.home} aria-label={name}>
            <Logo markOnPhones />
          </UnstyledButton>
          {props.badge}
        </Group>
        <Group gap={4} wrap="nowrap" miw={0}>
          {props.tools}
        </Group>
      </Group>
    </AppShell.Header>
  );
}
