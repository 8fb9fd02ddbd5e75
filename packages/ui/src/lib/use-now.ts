import { useInterval } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { productClock } from "./product-clock.ts";

const LOOK_AT_CLOCK_MS = 15_000;

/** Returns the product's time, updated a few times a minute: for displays in minutes. */
export function useNow(): number {
  const [nowMs, setNow] = useState(productClock.nowMs);
  const look = () => setNow(productClock.nowMs());
  useInterval(look, LOOK_AT_CLOCK_MS, { autoInvoke: true });
  useEffect(() => productClock.subscribe(look), []);
  return nowMs;
}
