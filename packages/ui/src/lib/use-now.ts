import { useInterval } from "@mantine/hooks";
import { useState } from "react";

const LOOK_AT_CLOCK_MS = 15_000;

/** Returns the current time, updated a few times a minute: for displays in minutes. */
export function useNow(): number {
  const [nowMs, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), LOOK_AT_CLOCK_MS, { autoInvoke: true });
  return nowMs;
}
