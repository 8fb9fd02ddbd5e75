import { useEffect, useState } from "react";
import { ScrollRestoration, useLocation } from "react-router";

/**
 * Does what a page load does by itself and client-side navigation does not: focuses the new screen,
 * announces its title and scrolls to its top (or, going back, to the previous position).
 */
export function RouteAnnouncer({ titleOf }: { titleOf: (pathname: string) => string }) {
  const { pathname } = useLocation();
  // The path the page was loaded at; null once left, since returning is an ordinary navigation.
  const [loadedAt, setLoadedAt] = useState<string | null>(pathname);
  const moved = loadedAt !== pathname;
  if (moved && loadedAt !== null) setLoadedAt(null);
  useEffect(() => {
    if (!moved) return;
    const main = document.getElementById("screen");
    const now = document.activeElement;
    // A field of the screen or a dialog that already has the focus keeps it.
    if (main?.contains(now) || now?.closest("[aria-modal]")) return;
    main?.focus({ preventScroll: true });
  }, [pathname, moved]);
  return (
    <>
      <ScrollRestoration />
      <span role="status" className="visually-hidden">
        {moved ? titleOf(pathname) : ""}
      </span>
    </>
  );
}
