/** Answers that are mostly known at once: they are given then without a turn of the event loop. */
export type MaybePromise<T> = T | Promise<T>;

/** Goes on with an answer, now or later; `failed` hears why there is none. */
export function onResult<T>(
  answer: MaybePromise<T>,
  then: (answer: T) => void,
  failed: (error: unknown) => void,
): void {
  if (answer instanceof Promise) answer.then(then).catch(failed);
  else then(answer);
}
