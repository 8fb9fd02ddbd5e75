import { useState } from "react";
import { useNavigate } from "react-router";
import { useCall } from "../../lib/queries.ts";
import { balanceOfAll } from "../sub-account/pools.ts";
import { shouldShowGuide } from "../guide/guide-state.ts";
import { hideGuide, isGuideHidden } from "../guide/hidden-guide.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";

const REFRESH_MS = 30_000;
/** How many of the newest orders are checked for an unpaid first one. */
const NEWEST_ORDERS = 5;

const noBalance = { balanceBytes: 0, usedBytes: 0 };

/** The home page's calls; the tables below reuse the cached answers. */
export function useHome() {
  const index = useCall("indexInit", {}, { everyMs: REFRESH_MS });
  const forecast = useCall("forecast", {}, { everyMs: REFRESH_MS });
  const traffic = useCall("trafficInfo", {});
  const accounts = useCall("subUsers", { page: 1, limit: 1 });
  const orders = useCall("orderList", { page: 1, limit: NEWEST_ORDERS });
  // The layout depends on these, so it is rendered once all have loaded. Later refetches by the
  // tables below do not hide it again.
  const [ready, setReady] = useState(false);
  const first = [index, forecast, traffic, accounts, orders];
  if (!ready && first.every(({ isPending }) => !isPending)) setReady(true);
  const { balanceBytes, usedBytes } = balanceOfAll(traffic.data) ?? noBalance;
  const progress = traffic.data &&
    accounts.data &&
    orders.data && {
      boughtBytes: balanceBytes + usedBytes,
      usedBytes,
      subAccounts: accounts.data.total,
      orders: orders.data.items,
    };
  return { index, forecast, ready, progress };
}

type AccountProgress = ReturnType<typeof useHome>["progress"];

/** Whether the guide is shown: to new customers, on demand (`?guide=1`), and until it is closed. */
export function useGuide(progress: AccountProgress) {
  const [{ guide }, setUrl] = useUrlText(["guide"]);
  const navigate = useNavigate();
  const [pinned, setPinned] = useState(false);
  const shouldShow =
    progress !== undefined &&
    shouldShowGuide({ ...progress, hidden: isGuideHidden(), requested: guide === "1" });
  // It stays to show its last step after the first request.
  if (shouldShow && !pinned) setPinned(true);
  const close = () => {
    hideGuide(true);
    setPinned(false);
    setUrl({ guide: "" });
  };
  const open = () => {
    hideGuide(false);
    // Scrolls up to the guide from further down the page.
    void navigate("/cli/home?guide=1#guide", { replace: true, preventScrollReset: true });
  };
  return { shown: progress !== undefined && (shouldShow || pinned), close, open };
}
