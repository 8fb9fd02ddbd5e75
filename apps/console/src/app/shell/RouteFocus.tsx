import { useEffect, useState } from "react";
import { ScrollRestoration, useLocation, useMatches } from "react-router";
import { word } from "../../lib/words.ts";
import { screens } from "../navigation/screens.ts";

/**
 * Does on a navigation what the browser does on a page load: moves the focus to the new screen,
 * announces its title, and scrolls to the top.
 */
export function RouteFocus() {
  const { pathname } = useLocation();
  const matches = useMatches();
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
  const known = screens.find(({ path }) => path === pathname || isOf(path, matches.at(-1)?.params));
  return (
    <>
      <ScrollRestoration />
      <span role="status" className="visually-hidden">
        {moved && known ? word("screens", `${known.name}.title`) : ""}
      </span>
    </>
  );
}

const isOf = (path: string, params: Record<string, string | undefined> = {}) =>
  path.includes(":id") && params["id"] !== undefined;
