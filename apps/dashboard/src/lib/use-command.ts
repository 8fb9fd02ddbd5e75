/** Changes: the one way to send a call that changes something. */
import type { CallName } from "@turnpike/contract/calls.ts";
import { makeRequestIds } from "@turnpike/ui/lib/request-ids.ts";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import {
  type CallOptions,
  type CallParameters,
  type CallResult,
  callApi,
  CallFailed,
  CallRefused,
} from "./call.ts";
import { callGuarded } from "./call-guarded.ts";
import { makeStale } from "./stale.ts";
import { onceCalls, proofCalls } from "./paths.gen.ts";

/**
 * Sends a change, asks for a proof of identity if the call wants one, and makes the answers stale
 * that it touches; those of a payment also if its outcome is unknown.
 * @throws like `callApi`; CallCancelled if the user gives no proof
 */
export async function sendChange<K extends CallName>(
  name: K,
  parameters: CallParameters<K>,
  options: CallOptions & {
    /** Resolves when the stale answers have been refetched. */
    awaitRefetch?: boolean;
  } = {},
): Promise<CallResult<K>> {
  const { awaitRefetch, ...rest } = options;
  const send = proofCalls.has(name) ? callGuarded : callApi;
  let maybeChanged = onceCalls.has(name);
  try {
    const answer = await send(name, parameters, rest);
    maybeChanged = false;
    const refetched = makeStale({ after: name });
    if (awaitRefetch) await refetched;
    return answer;
  } catch (error) {
    // The header shows the arrears.
    if (error instanceof CallRefused && error.reason === "inArrears")
      void makeStale(["headerInit"]);
    throw error;
  } finally {
    if (maybeChanged) void makeStale({ after: name });
  }
}

const inProgress = new Map<CallName, number>();
const watchers = new Set<() => void>();
/** Counts the work as a change in progress, for `useBusy`. */
export async function whileBusy<A>(name: CallName, work: () => Promise<A>): Promise<A> {
  const add = (count: number) => {
    inProgress.set(name, (inProgress.get(name) ?? 0) + count);
    for (const tell of watchers) tell();
  };
  add(1);
  try {
    return await work();
  } finally {
    add(-1);
  }
}
const watchProgress = (tell: () => void) => {
  watchers.add(tell);
  return () => void watchers.delete(tell);
};
/** Whether such a change is in progress, wherever it was started. */
export const useBusy = (name: CallName): boolean =>
  useSyncExternalStore(watchProgress, () => (inProgress.get(name) ?? 0) > 0);

export interface CommandOptions {
  /**
   * Stays busy until the stale answers have been refetched: for a control that shows a cached
   * answer and would show the old one meanwhile.
   */
  awaitRefetch?: boolean;
  /** True if the screen shows the refusal itself: a function of it, or `true` for all of them. */
  handles?: true | ((refused: CallRefused) => boolean);
}

const isUnknown = (error: Error | null) => error instanceof CallFailed;

interface State<K extends CallName> {
  sent: CallParameters<K> | null;
  answer: CallResult<K> | undefined;
  error: Error | null;
}

/** Whether the screen is still shown. */
function useMounted() {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}

/** The value of the latest render, for what runs later. */
function useLatest<T>(value: T) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/**
 * A change. `send` never throws: a failure is in a toast, or in `refusal` if the screen handles it.
 * If the answer is lost, the outcome is unknown: `lost` keeps the request and `retry` repeats it
 * with the same requestId, which the API answers without doing it again (spec/api#requestid).
 */
export function useCommand<K extends CallName>(name: K, options: CommandOptions = {}) {
  const [requestIds] = useState(makeRequestIds);
  const [busy, setBusy] = useState(0);
  const [state, setState] = useState<State<K>>({ sent: null, answer: undefined, error: null });
  const running = useRef(0);
  const mounted = useMounted();
  const latest = useLatest(options);
  const [actions] = useState(() => {
    const run = async (sent: CallParameters<K>) => {
      const handles = (refused: CallRefused) =>
        latest.current.handles === true || latest.current.handles?.(refused) === true;
      const { awaitRefetch = false } = latest.current;
      const change = { handles, awaitRefetch, requestId: requestIds.idFor(sent) };
      try {
        const answer = await whileBusy(name, () => sendChange(name, sent, change));
        requestIds.forget();
        setState({ sent, answer, error: null });
        return answer;
      } catch (error) {
        if (!(error instanceof CallFailed)) requestIds.forget();
        setState({ sent, answer: undefined, error: error as Error });
        return undefined;
      }
    };
    /**
     * Returns undefined if it failed. `onDone` gets the answer unless the screen was left meanwhile.
     */
    const send = async (
      sent: CallParameters<K>,
      onDone?: (answer: CallResult<K>) => void,
    ): Promise<CallResult<K> | undefined> => {
      // A second click may come before the button shows that it is busy.
      if (running.current > 0 && onceCalls.has(name)) return undefined;
      running.current += 1;
      setBusy(running.current);
      // An unknown outcome stays visible while it is looked up.
      setState(({ error }) => ({
        sent,
        answer: undefined,
        error: isUnknown(error) ? error : null,
      }));
      const answer = await run(sent);
      running.current -= 1;
      setBusy(running.current);
      if (answer && mounted.current) onDone?.(answer);
      return answer;
    };
    return { send };
  });
  const lost = isUnknown(state.error) ? state.sent : null;
  return {
    ...actions,
    busy: busy > 0,
    sent: state.sent,
    answer: state.answer,
    error: state.error,
    refusal: state.error instanceof CallRefused ? state.error : null,
    lost,
    retry: async () => (lost ? actions.send(lost) : undefined),
    /** Clears the refusal when the selection has changed; an unknown outcome stays. */
    clear: () => setState((now) => (isUnknown(now.error) ? now : { ...now, error: null })),
    /** Called when the user has checked the outcome. */
    forget: () => setState({ sent: null, answer: undefined, error: null }),
  };
}
export type Command<K extends CallName> = ReturnType<typeof useCommand<K>>;
