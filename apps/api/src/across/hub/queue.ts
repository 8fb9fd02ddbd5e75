/** Runs work in turn. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs one piece of work after the other; a failure does not stop the next. */
export function queue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => {});
    return mine;
  };
}
