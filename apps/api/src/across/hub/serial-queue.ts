/** Runs tasks one at a time. */
export type RunExclusive = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a queue that runs tasks in order; a failed task does not stop the next. */
export function serialQueue(): RunExclusive {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => {});
    return mine;
  };
}
