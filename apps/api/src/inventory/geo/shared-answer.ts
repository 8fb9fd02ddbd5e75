/** A response that all customers share: loaded once for all concurrent callers, briefly cached. */

/**
 * Wraps `load`. Its result is reused for `keepMs` from when it was requested; a failure is returned
 * to the callers that wait for it and then discarded.
 */
export function sharedAnswer<T>(
  options: { now: () => number; keepMs: number },
  load: () => Promise<T>,
): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null;
  return () => {
    const at = options.now();
    // Also reloads after the clock has been set back.
    if (last !== null && Math.abs(at - last.at) < options.keepMs) return last.answer;
    const pending = { at, answer: load() };
    last = pending;
    pending.answer.catch(() => {
      if (last === pending) last = null;
    });
    return pending.answer;
  };
}
