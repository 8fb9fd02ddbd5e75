import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ScrollRestoration, useLocation } from "react-router";
import { screens } from "../navigation/routes.tsx";

/**
 * What a page load does by itself and a navigation here does not: the focus goes to the new screen,
 * its title is announced, and it is seen from its top (going back, from where it was left).
 */
export function RouteAnnouncer() {
  const { t } = useTranslation("shell");
  const { pathname } = useLocation();
  // Where the page was loaded; null once it was left: coming back is a navigation like any other.
  const [loadedAt, setLoadedAt] = useState<string | null>(pathname);
  const moved = loadedAt !== pathname;
  if (moved && loadedAt !== null) setLoadedAt(null);
  useEffect(() => {
    if (!moved) return;
    const main = document.getElementById("screen");
    const now = document.activeElement;
    // A field of the screen or a dialog that took the focus keeps it.
    if (main?.contains(now) || now?.closest("[aria-modal]")) return;
    main?.focus({ preventScroll: true });
  }, [pathname, moved]);
  const title = screens.find(({ path }) => path === pathname)?.title;
  return (
    <>
      <ScrollRestoration />
      <span role="status" className="visually-hidden">
        {moved && title ? t(`titles.${title}`) : ""}
      </span>
    </>
  );
}
