/** Scheduled jobs. pg-boss stores the schedule, so that a job runs in one process at a time. */
import { everySeconds } from "@turnpike/net/every-second.ts";
import { PgBoss } from "pg-boss";
import { libraryConnection } from "./db/connection.ts";
import type { Services } from "./services.ts";

export interface Job {
  /** Letters and dashes; unique. */
  name: string;
  everySeconds: number;
  run: (services: Services) => Promise<void>;
}

/** pg-boss schedules by the minute; more frequent jobs run in this process, one run at a time. */
const MINUTE_SECONDS = 60;
/**
 * pg-boss announces due jobs by NOTIFY. While NOTIFY works, the queues are polled only this seldom;
 * otherwise after a quarter of the job's period, at most after this time.
 */
const maxPollSeconds = 120;
/** Connections stay open between two polls of the schedule: each new one costs both sides. */
const pool = { max: 4, idleTimeoutMillis: 300_000 };

/** The cron expression for a period of whole minutes or hours. */
function cron(everySeconds: number): string {
  const minutes = Math.max(1, Math.round(everySeconds / MINUTE_SECONDS));
  return minutes < 60
    ? `*/${minutes} * * * *`
    : `0 */${Math.min(23, Math.round(minutes / 60))} * * *`;
}

/** Runs a job once and counts it; logs and rethrows a failure. */
async function runJob(services: Services, job: Job): Promise<void> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  try {
    await job.run(services);
    services.metrics.countJobRun(job.name, "done", seconds());
  } catch (error) {
    services.metrics.countJobRun(job.name, "failed", seconds());
    services.log.error({ err: error, job: job.name }, "job failed");
    throw error;
  }
}

function runInProcess(services: Services, job: Job): () => void {
  let running = false;
  return everySeconds(job.everySeconds, () => {
    if (running) return;
    running = true;
    runJob(services, job)
      .catch(() => undefined)
      .finally(() => {
        running = false;
      });
  });
}

/** Starts the schedule of all jobs; a due job waits at most `pollSeconds` before it is found. */
export async function startJobs(services: Services, pollSeconds = maxPollSeconds) {
  const { databaseUrl } = services;
  const allJobs = services.modules.jobs;
  const boss = new PgBoss({
    ...libraryConnection(databaseUrl, { name: "turnpike-jobs" }),
    schema: "jobs",
    ...pool,
    useListenNotify: true,
    notifyHeartbeatIntervalMs: 60_000,
    cronMonitorIntervalSeconds: 45,
    cronWorkerIntervalSeconds: 15,
    // No job depends on others: checking for that every 5 s would be a write each time.
    flowIntervalSeconds: 3_600,
  });
  boss.on("error", (error) => services.log.error({ err: error }, "job schedule failed"));
  await boss.start();
  const frequentJobs = allJobs.filter((job) => job.everySeconds < MINUTE_SECONDS);
  // Read at once: a start changes few of them, and each would be three statements.
  const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()]);
  for (const job of allJobs.filter((one) => !frequentJobs.includes(one))) {
    const queue = queues.find(({ name }) => name === job.name);
    if (!queue) await boss.createQueue(job.name, { policy: "singleton" } as never);
    // A queue that is new or that an earlier version created does not have this option.
    if (queue?.notify !== true) await boss.updateQueue(job.name, { notify: true });
    const pollingIntervalSeconds = Math.min(pollSeconds, job.everySeconds / 4);
    const polling = { pollingIntervalSeconds, notifyPollingIntervalSeconds: pollSeconds };
    await boss.work(job.name, polling, () => runJob(services, job));
    const due = cron(job.everySeconds);
    const isScheduled = schedules.some(({ name, cron: at }) => name === job.name && at === due);
    if (!isScheduled) await boss.schedule(job.name, due);
  }
  // Schedules of an earlier version's jobs are removed: nothing runs them.
  for (const { name } of schedules) {
    if (!allJobs.some((job) => job.name === name)) await boss.unschedule(name);
  }
  const stops = frequentJobs.map((job) => runInProcess(services, job));
  return {
    stop: async () => {
      for (const stop of stops) stop();
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

/** Runs each job once, as after the lab's clock has been moved. */
export async function runDueJobs(services: Services, jobs: Job[]): Promise<void> {
  for (const job of jobs) await runJob(services, job);
}
