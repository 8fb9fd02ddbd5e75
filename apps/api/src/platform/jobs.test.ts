import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { PgBoss } from "pg-boss";
import { expect, test } from "vitest";
import { startTestApi } from "../../testing/api.ts";
import { type Job, startJobs } from "./jobs.ts";

const api = forTests(startTestApi);

const scheduler = () => new PgBoss({ connectionString: api.databaseUrl, schema: "jobs", max: 1 });

test("A due job runs at once, even if its queue was created by an earlier version", async () => {
  let runs = 0;
  const job: Job = { name: "test-job", everySeconds: 3_600, run: async () => void (runs += 1) };
  // Without NOTIFY, as earlier versions created queues.
  const other = scheduler();
  await other.start();
  await other.createQueue(job.name, { policy: "singleton" } as never);
  const modules = { ...api.services.modules, jobs: [job] };
  const jobs = await startJobs({ ...api.services, modules });
  try {
    for (const turn of [1, 2]) {
      await other.send(job.name);
      // Polling alone would find it only after two minutes.
      await waitFor("it ran", () => runs === turn, 5_000);
    }
    expect(runs).toBe(2);
  } finally {
    await jobs.stop();
    await other.stop({ graceful: false });
  }
});
