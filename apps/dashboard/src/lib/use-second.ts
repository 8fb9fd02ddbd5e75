import { useEffect, useState } from "react";

type Listener = (nowMs: number) => void;
const listeners = new Set<Listener>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  const nowMs = Date.now();
  for (const listener of listeners) listener(nowMs);
}

/** Tells the time every second; answers what ends it. */
function listen(listener: Listener): () => void {
  if (listeners.size === 0) timer = setInterval(tick, 1000);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** The clock, once a second; however many look at it, it is one timer and one drawing. */
export function useSecond(): number {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => listen(setNow), []);
  return nowMs;
}
