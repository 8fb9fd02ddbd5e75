/** Waits that end: by their time, or when the caller gives up. */
import { ApiUnreachable } from "./errors.ts";

export interface Bound {
  signal: AbortSignal;
  /** What an interrupted `fetch` threw, as what it was: the caller's end, a timeout, the network. */
  asFault(error: unknown, message: string): unknown;
  /** From now on it ends after so long; with null only when the caller gives up. */
  within(ms: number | null): void;
  /** Forgets timer and listener. */
  release(): void;
}

/** A signal that is aborted after `timeoutMs`, or with the caller's own. */
export function boundedBy(timeoutMs: number, outer?: AbortSignal): Bound {
  outer?.throwIfAborted();
  const controller = new AbortController();
  let late = false;
  let allowedMs = timeoutMs;
  const end = () => {
    late = true;
    controller.abort();
  };
  let timer = setTimeout(end, timeoutMs);
  const giveUp = () => controller.abort(outer?.reason);
  outer?.addEventListener("abort", giveUp, { once: true });
  return {
    signal: controller.signal,
    asFault: (error, message) => {
      if (outer?.aborted) return outer.reason;
      if (late) return new ApiUnreachable("timeout", `no answer within ${allowedMs} ms`);
      return new ApiUnreachable("network", message, { cause: error });
    },
    within: (ms) => {
      clearTimeout(timer);
      if (ms === null) return;
      allowedMs = ms;
      timer = setTimeout(end, ms);
    },
    release: () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", giveUp);
    },
  };
}

/** @throws the signal's reason where the caller gives up meanwhile */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", giveUp);
      resolve();
    }, ms);
    if (signal?.aborted) giveUp();
    else signal?.addEventListener("abort", giveUp, { once: true });
  });
}
