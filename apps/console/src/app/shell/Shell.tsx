import { Badge, Container } from "@mantine/core";
import { ColorSchemeSwitch } from "@turnpike/ui/ColorSchemeSwitch.tsx";
import { LanguageSwitch } from "@turnpike/ui/LanguageSwitch.tsx";
import { ServerAway } from "@turnpike/ui/ServerAway.tsx";
import { ScreenSkeleton } from "@turnpike/ui/Skeletons.tsx";
import { ActHost } from "@turnpike/ui/act/ActHost.tsx";
import { changeLanguage } from "@turnpike/ui/lib/i18n.ts";
import { SearchButton } from "@turnpike/ui/palette/SearchButton.tsx";
import { Frame } from "@turnpike/ui/shell/Frame.tsx";
import { Suspense } from "react";
import { matchPath, Outlet } from "react-router";
import { useMe } from "../../lib/me.ts";
import { useT, word } from "../../lib/words.ts";
import { screens } from "../navigation/screens.ts";
import { Overlays, preloadPalette } from "../palette/Overlays.tsx";
import { AccountMenu } from "./AccountMenu.tsx";
import { FreshProof } from "./FreshProof.tsx";
import { MenuLinks } from "./MenuLinks.tsx";
import classes from "./Shell.module.css";

/** The frame around every screen. */
export function Shell() {
  return (
    <>
      <Frame
        home="/"
        headerHeight={52}
        menuWidth={216}
        menu={<MenuLinks />}
        badge={<LabBadge />}
        tools={<HeaderTools />}
        titleOf={titleOf}
        mainClass={classes.main}
      >
        <ServerAway poll="whoAmI" />
        <Container fluid px={{ base: "md", sm: "lg", lg: "xl" }} py="lg" maw={1720}>
          <Suspense fallback={<ScreenSkeleton />}>
            <Outlet />
          </Suspense>
        </Container>
      </Frame>
      <Overlays />
      <ActHost />
      <FreshProof />
    </>
  );
}

function HeaderTools() {
  return (
    <>
      <SearchButton preload={preloadPalette} />
      <LanguageSwitch onChoose={changeLanguage} />
      <span className={classes.scheme}>
        <ColorSchemeSwitch />
      </span>
      <AccountMenu />
    </>
  );
}

function titleOf(pathname: string): string {
  const known = screens.find(({ path }) => matchPath(path, pathname) !== null);
  return known ? word("screens", `${known.name}.title`) : "";
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
