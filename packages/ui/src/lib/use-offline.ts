import { useEffect, useState, useSyncExternalStore } from "react";
import { isReachable } from "./once-online.ts";
import { useServerUnreachable } from "./server-reach.ts";

const events = ["online", "offline"] as const;
const subscribe = (listener: () => void) => {
  for (const event of events) addEventListener(event, listener);
  return () => {
    for (const event of events) removeEventListener(event, listener);
  };
};

/**
 * Whether the browser says that it has no network, and the server does not answer: one on the
 * machine itself, or in a network without a way out, does.
 */
export function useOffline(): boolean {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const away = useServerUnreachable();
  const [answers, setAnswers] = useState(true);
  useEffect(() => {
    if (online) return undefined;
    let current = true;
    void isReachable().then((here) => current && setAnswers(here));
    return () => {
      current = false;
    };
    // Asked again once an answer has come.
  }, [online, away]);
  return !online && (away || !answers);
}
