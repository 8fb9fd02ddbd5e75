import { useEffect, useState } from "react";

type Listener = (nowMs: number) => void;
const listeners = new Set<Listener>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  const nowMs = Date.now();
  for (const listener of listeners) listener(nowMs);
}

/** Calls the listener with the time every second; returns a function that stops it. */
function listen(listener: Listener): () => void {
  if (listeners.size === 0) timer = setInterval(tick, 1000);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** The clock, updated every second; all components share one timer and one render. */
export function useSecond(): number {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => listen(setNow), []);
  return nowMs;
}
