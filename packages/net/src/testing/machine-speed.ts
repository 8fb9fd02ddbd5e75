/** Time limits of load tests, in proportion to the speed of the machine they run on. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";

/** What the reference work takes on the machine for which the limits of `docs/spec/quality.md` were set. */
const NOMINAL_MS = 50;
const RUNS = 15;
const ROUNDS = 100;

const rows = Array.from({ length: 200 }, (_, id) => ({
  id,
  name: `row${id}`,
  at: new Date(id * 1e9),
  bytes: id * 7_919,
}));

/**
 * Milliseconds of a fixed piece of work: round trips over loopback, JSON and hashing. Four of five
 * runs are faster, as limits are about the slow calls, too.
 */
async function referenceMs(): Promise<number> {
  const server = createServer((socket) => socket.pipe(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1").setNoDelay(true);
  const took: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const began = performance.now();
    for (let round = 0; round < ROUNDS; round += 1) {
      client.write("x");
      await once(client, "data");
      const text = JSON.stringify(rows);
      JSON.parse(text);
      createHash("sha256").update(text).digest("hex");
    }
    took.push(performance.now() - began);
  }
  client.destroy();
  server.close();
  return took.sort((one, other) => one - other)[Math.floor(RUNS * 0.8)] ?? NOMINAL_MS;
}

/**
 * Scales a limit in milliseconds by how much slower than the nominal machine this one is now,
 * measured at the time of the call (1 s). Never below the limit itself.
 */
export async function limitHere(ms: number): Promise<number> {
  const slowness = Math.max(1, (await referenceMs()) / NOMINAL_MS);
  const limit = ms * slowness;
  process.stdout.write(`limit ${ms} ms × ${slowness.toFixed(2)} on this machine\n`);
  return limit;
}
