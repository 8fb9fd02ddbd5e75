/** Vitest's globalSetup: one PostgreSQL for the whole run, published as `TURNPIKE_TEST_PG`. */
import { foreignCluster, testCluster } from "./testing.ts";

export default async function setup(): Promise<() => Promise<void>> {
  // Another Vitest project of this run has already started it.
  if (process.env.TURNPIKE_TEST_PG) return async () => {};
  const server = process.env.TURNPIKE_TEST_SERVER;
  const cluster = server ? await foreignCluster(server) : await testCluster();
  process.env.TURNPIKE_TEST_PG = cluster.url;
  return () => cluster.stop();
}
