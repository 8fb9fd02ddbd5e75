/** The load generator: a separate process that runs one job at a time. */
import { check } from "./check.ts";
import { type Job, loads, Tally } from "./loads.ts";
import { answerParent } from "./process.ts";
import { quantile } from "./statistics.ts";

export interface LoadState {
  units: number;
  errors: number;
  firstError: string;
  /** For operations that ended since the last reading, in microseconds; NaN if there were none. */
  p50Us: number;
  p99Us: number;
}

let tally = new Tally();

function count(): LoadState {
  const { units, errors, firstError } = tally;
  return { units, errors, firstError, p50Us: Number.NaN, p99Us: Number.NaN };
}

function read(): LoadState {
  const { times } = tally;
  tally.times = [];
  times.sort((one, other) => one - other);
  const [p50Us, p99Us] = [quantile(times, 0.5), quantile(times, 0.99)];
  return { ...count(), p50Us, p99Us };
}

answerParent({
  check,
  begin: (job: Job) => {
    tally = new Tally();
    loads[job.load](job, tally);
  },
  count,
  read,
  end: () => {
    tally.stop();
  },
});
