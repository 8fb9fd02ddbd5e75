/**
 * Runs tasks one at a time. Urgent ones are run before those that wait already, but never two in a
 * row while others wait.
 */
export type RunExclusive = <T>(
  work: () => Promise<T>,
  options?: { urgent?: boolean },
) => Promise<T>;

/** Creates a queue that runs tasks in order; a failed task does not stop the next. */
export function serialQueue(): RunExclusive {
  const urgentTasks: (() => Promise<void>)[] = [];
  const tasks: (() => Promise<void>)[] = [];
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    let wasUrgent = false;
    for (;;) {
      const isUrgent: boolean = urgentTasks.length > 0 && !(wasUrgent && tasks.length > 0);
      const next = (isUrgent ? urgentTasks : tasks).shift();
      if (next === undefined) break;
      wasUrgent = isUrgent;
      await next();
    }
    isRunning = false;
  };
  return (work, { urgent = false } = {}) =>
    new Promise((resolve, reject) => {
      (urgent ? urgentTasks : tasks).push(() => work().then(resolve, reject));
      if (!isRunning) void run();
    });
}
