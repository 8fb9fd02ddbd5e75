/** The attacker of `neighbours.load.test.ts`: sends requests in a loop, on many connections. */
import { Agent, request } from "node:http";

export interface FloodOptions {
  url: string;
  /** The local address to connect from. */
  from: string;
  connections: number;
  /** Sent in turn: a form, or a GET if there are no fields. */
  jobs: { path: string; fields?: Record<string, string | number> }[];
}

const options = JSON.parse(process.argv[2] ?? "{}") as FloodOptions;
const { url, from: localAddress, connections, jobs } = options;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
/** The number of responses by status. */
const counts: Record<string, number> = {};
let asked = 0;

function ask(): Promise<number> {
  const { path = "/", fields } = jobs[(asked += 1) % jobs.length] ?? {};
  const pairs = Object.entries(fields ?? {}).map(([name, value]) => [name, String(value)]);
  const body = new URLSearchParams(pairs).toString();
  const method = fields ? "POST" : "GET";
  const headers = fields
    ? {
        "content-type": "application/x-www-form-urlencoded",
        "content-length": Buffer.byteLength(body),
      }
    : {};
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, agent, localAddress, headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
      answer.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

let flooding = true;
async function flood(): Promise<void> {
  while (flooding) {
    const status = await ask().catch((error: Error) => error.message);
    if (flooding) counts[status] = (counts[status] ?? 0) + 1;
  }
}
for (let count = 0; count < connections; count += 1) void flood();
process.on("message", () => {
  flooding = false;
  process.send?.(counts, () => process.exit(0));
});
process.on("disconnect", () => process.exit(0));
