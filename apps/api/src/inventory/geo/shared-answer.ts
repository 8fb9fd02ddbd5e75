/** An answer that all customers share: asked for once however many wait, and kept for a moment. */

/**
 * Wraps `load`. Its answer is given for `keepMs` from the moment it was asked for; a failure is
 * given to those who wait for it and then forgotten.
 */
export function sharedAnswer<T>(
  given: { now: () => number; keepMs: number },
  load: () => Promise<T>,
): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null;
  return () => {
    const at = given.now();
    // The clock may have been set back as well.
    if (last !== null && Math.abs(at - last.at) < given.keepMs) return last.answer;
    const pending = { at, answer: load() };
    last = pending;
    pending.answer.catch(() => {
      if (last === pending) last = null;
    });
    return pending.answer;
  };
}
