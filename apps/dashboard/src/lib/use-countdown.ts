import { useEffect, useState } from "react";

/** Used if a refusal does not say how long to wait. */
const WAIT_SECONDS = 60;

/** The seconds left to wait, counted down; `text` formats them as minutes and seconds. */
export function useCountdown() {
  const [endsAt, setEndsAt] = useState(0);
  const [now, setNow] = useState(0);
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const runs = secondsLeft > 0;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [runs]);
  return {
    left: secondsLeft,
    text: `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, "0")}`,
    start(seconds = WAIT_SECONDS): void {
      const startedAt = Date.now();
      setNow(startedAt);
      setEndsAt(startedAt + seconds * 1000);
    },
  };
}
