import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { followEvents, type LiveState } from "../../lib/live.ts";
import { sessionToken } from "../../lib/session.ts";
import { colouredAccounts, type Moment, withEvent } from "./history.ts";

interface Watched {
  history: readonly Moment[];
  /** Sub-accounts with a colour, by colour index. */
  places: readonly (string | null)[];
}
export interface LiveTraffic extends Watched {
  state: LiveState;
  /** The API's message if it refused the stream, else empty. */
  msg: string;
}

/** The history is cached with the answers of calls, until the session ends. */
const KEY = ["live", "watched"];

/** Follows the account's traffic while the screen is mounted; continues an earlier history. */
export function useLive(): LiveTraffic {
  const client = useQueryClient();
  const [traffic, setTraffic] = useState<LiveTraffic>(() => ({
    state: "connecting",
    msg: "",
    ...(client.getQueryData<Watched>(KEY) ?? { history: [], places: [] }),
  }));
  const last = useRef<Watched>(traffic);
  useEffect(() => {
    const session = sessionToken();
    const stop = followEvents(
      "live",
      {},
      {
        onState: (state, msg) =>
          setTraffic((before) =>
            before.state === state && before.msg === msg ? before : { ...before, state, msg },
          ),
        onEvent: (event) => {
          const history = withEvent(last.current.history, event);
          const places = colouredAccounts(history, last.current.places);
          last.current = { history, places };
          setTraffic((before) => ({ ...before, history, places }));
        },
      },
    );
    return () => {
      stop();
      // Nothing is kept for the next session once this one has ended.
      if (sessionToken() === session) client.setQueryData<Watched>(KEY, last.current);
    };
  }, [client]);
  return traffic;
}
