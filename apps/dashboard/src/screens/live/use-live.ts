import { useEffect, useState } from "react";
import { followLive, type LiveState } from "../../lib/live.ts";
import { colouredAccounts, type Moment, withEvent } from "./history.ts";

export interface LiveTraffic {
  state: LiveState;
  /** The API's sentence where it refused, else empty. */
  msg: string;
  history: readonly Moment[];
  /** Sub-accounts with a colour, by its place. */
  places: readonly (string | null)[];
}

/** Follows the account's traffic while the screen is there. */
export function useLive(): LiveTraffic {
  const [traffic, setTraffic] = useState<LiveTraffic>({
    state: "connecting",
    msg: "",
    history: [],
    places: [],
  });
  useEffect(
    () =>
      followLive({
        onState: (state, msg) =>
          setTraffic((before) =>
            before.state === state && before.msg === msg ? before : { ...before, state, msg },
          ),
        onEvent: (event) =>
          setTraffic((before) => {
            const history = withEvent(before.history, event);
            return { ...before, history, places: colouredAccounts(history, before.places) };
          }),
      }),
    [],
  );
  return traffic;
}
