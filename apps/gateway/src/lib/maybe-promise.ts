/** A result that is mostly available at once and then needs no turn of the event loop. */
export type MaybePromise<T> = T | Promise<T>;

/** Calls `then` with the result, now or later; `onError` with the error. */
export function onResult<T>(
  answer: MaybePromise<T>,
  then: (answer: T) => void,
  onError: (error: unknown) => void,
): void {
  if (answer instanceof Promise) answer.then(then).catch(onError);
  else then(answer);
}
