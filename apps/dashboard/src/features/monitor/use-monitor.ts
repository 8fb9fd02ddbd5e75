import type { MonitorPoint } from "@turnpike/contract/monitor.ts";
import { useCallback, useEffect, useState } from "react";
import { callApi, CallCancelled } from "../../lib/call.ts";
import { followEvents, type LiveState } from "../../lib/live.ts";
import type { Range } from "./ranges.ts";
import {
  mergePoints,
  MINUTE_MS,
  minutesOf,
  minutesTrack,
  momentOf,
  newestAt,
  oldestAt,
  addPoint,
  secondsTrack,
  type Track,
} from "./track.ts";

export interface Tracks {
  seconds: Track;
  minutes: Track;
}
export interface Monitor {
  state: LiveState;
  /** The API's message if it refused the stream, else empty. */
  msg: string;
  /** A new object with every point; the columns in it are the same. */
  tracks: Tracks;
  /** Whether the range has been requested and answered. */
  loaded: boolean;
  error: Error | null;
  retry: () => void;
}

/** Adds a live second and updates its minute. */
export function addLive({ seconds, minutes }: Tracks, point: MonitorPoint): void {
  addPoint(seconds, momentOf(point));
  for (const minute of minutesOf(seconds, newestAt(seconds))) addPoint(minutes, minute);
}

/** Merges earlier points below those seen since. The current minutes are computed from seconds. */
export function addEarlier(
  { seconds, minutes }: Tracks,
  earlier: { seconds: readonly MonitorPoint[]; minutes: readonly MonitorPoint[] },
): void {
  mergePoints(seconds, earlier.seconds.map(momentOf));
  const moments = earlier.minutes.map(momentOf);
  // The first of these seconds may lie within a minute that began earlier.
  const whole = oldestAt(seconds) + MINUTE_MS;
  mergePoints(minutes, [...moments, ...minutesOf(seconds, moments.at(-1)?.at ?? whole)]);
}

/**
 * A plan's monitor: earlier points and the live stream. What a lost connection or a hidden page
 * missed is requested once the stream is back.
 */
export function useMonitor(planId: string, range: Range): Monitor {
  const [buffer] = useState<Tracks>(() => ({ seconds: secondsTrack(), minutes: minutesTrack() }));
  const [tracks, setTracks] = useState(buffer);
  const show = useCallback(
    () => setTracks({ seconds: { ...buffer.seconds }, minutes: { ...buffer.minutes } }),
    [buffer],
  );
  const [stream, setStream] = useState<{ state: LiveState; msg: string }>({
    state: "connecting",
    msg: "",
  });
  const [connection, setConnection] = useState(0);
  useEffect(() => {
    let missed = false;
    return followEvents(
      "monitorLive",
      { planId },
      {
        onState: (state, msg) => {
          if (state === "live" && missed) setConnection((count) => count + 1);
          missed = state === "live" ? false : missed || state !== "connecting";
          setStream((before) =>
            before.state === state && before.msg === msg ? before : { state, msg },
          );
        },
        onEvent: (point) => {
          addLive(buffer, point);
          show();
        },
      },
    );
  }, [planId, buffer, show]);
  const earlier = useEarlier({ planId, range, connection, kept: buffer, show });
  return { ...stream, ...earlier, tracks };
}

function useEarlier(props: {
  planId: string;
  range: Range;
  connection: number;
  kept: Tracks;
  show: () => void;
}): Pick<Monitor, "loaded" | "error" | "retry"> {
  const { planId, range, connection, kept, show } = props;
  const [attempt, setAttempt] = useState(0);
  const [error, setError] = useState<Error | null>(null);
  /** The longest range answered since the connection was established. */
  const [answered, setAnswered] = useState({ range: 0, connection: -1 });
  const needed = answered.connection !== connection || answered.range < range;
  useEffect(() => {
    if (!needed) return;
    const abort = new AbortController();
    const read = async (minutes: Range) => {
      const how = { signal: abort.signal, handles: () => true };
      return (await callApi("monitor", { planId, minutes }, how)).series;
    };
    Promise.all([read(15), range === 15 ? [] : read(range)])
      .then(([seconds, minutes]) => {
        if (abort.signal.aborted) return;
        addEarlier(kept, { seconds, minutes });
        setAnswered({ range, connection });
        setError(null);
        show();
      })
      .catch((failure: Error) => {
        if (!(failure instanceof CallCancelled)) setError(failure);
      });
    return () => abort.abort();
  }, [planId, range, connection, attempt, needed, kept, show]);
  const retry = () => {
    setError(null);
    setAttempt((count) => count + 1);
  };
  return { loaded: answered.range >= range, error, retry };
}
