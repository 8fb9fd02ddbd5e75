import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** An element that the header's bell, or a list of expiring items, links to by the URL's hash. */
export function useLinkedPlace(hash: string, ready: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const location = useLocation();
  useEffect(() => {
    if (!ready || location.hash !== hash) return;
    place.current?.scrollIntoView({ block: "start" });
    place.current?.focus({ preventScroll: true });
  }, [hash, ready, location]);
  return place;
}
