/** N7: expensive calls of one account, and live streams of many; others are served as before. */
import { request } from "node:http";
import { exactly, type Figure } from "../story.ts";
import { Attack } from "./attack.ts";
import type { CallTemplate } from "./attack-calls.ts";
import {
  postOk,
  measureAroundAttack,
  figuresOf,
  keepAliveAgent,
  measure,
  post,
  type Visit,
} from "./honest.ts";
import { customerAt, strangerAt } from "./networks.ts";
import { account, type Row, type Scene } from "./scene.ts";

const connections = 50;
const accounts = 50;
const streamsEach = 10;
/** The number of most expensive calls to use. */
const expensiveCount = 4;

/** The bounded form always uses these. */
const boundedPaths = ["/v1/ip/list", "/v1/forecast", "/v2/indexInit", "/v1/traffic/statis"];
const candidates: CallTemplate[] = [
  { path: "/v1/ip/list", fields: { limit: "100" } },
  { path: "/v1/city", fields: { country: "us" } },
  { path: "/v2/city", fields: { country: "us" } },
  { path: "/v1/postal", fields: { country: "us" } },
  { path: "/v1/isp" },
  { path: "/v1/asn" },
  { path: "/v1/static/list" },
  { path: "/v2/indexInit" },
  { path: "/v1/traffic/statis", fields: { days: "30", by: "hour" } },
  { path: "/v1/traffic/statisDomain", fields: { days: "30", top: "100" } },
  { path: "/v1/traffic/statisMonth", fields: { months: "12" } },
  { path: "/v1/requestLog", fields: { limit: "100" } },
  { path: "/v1/ledger", fields: { limit: "100" } },
  { path: "/v1/forecast" },
  { path: "/v1/loginLog", fields: { limit: "100" } },
  { path: "/v1/upPwd", fields: { oldPassword: "Wr0ngPass!", newPassword: "Passw0rd!y" } },
  { path: "/openapi.json", method: "GET" },
];

/** The calls that take longest on their own, or the one named by NEIGHBOURS_CALL. */
async function mostExpensiveCalls(
  { arena, full }: Scene,
  session: string,
): Promise<CallTemplate[]> {
  const named = candidates.filter(({ path }) => path === process.env["NEIGHBOURS_CALL"]);
  if (named.length > 0) return named;
  if (!full) return candidates.filter(({ path }) => boundedPaths.includes(path));
  const timed = [];
  for (const asking of candidates) {
    const began = performance.now();
    for (let times = 0; times < 3; times += 1) {
      if (asking.method === "GET") await (await fetch(arena.product.url + asking.path)).text();
      else await post(arena.product.url + asking.path, { session, ...asking.fields });
    }
    timed.push({ asking, ms: (performance.now() - began) / 3 });
  }
  const sorted = timed.toSorted((one, other) => other.ms - one.ms).slice(0, expensiveCount);
  const listing = sorted.map(({ asking, ms }) => `${asking.path} ${ms.toFixed(1)} ms`).join(", ");
  console.log(`  N7 asks ${listing}`);
  return sorted.map(({ asking }) => asking);
}

async function expensiveCallFigures(scene: Scene, visit: Visit): Promise<Figure[]> {
  const { full, attackMs, quietMs } = scene;
  const { session } = await account(scene, "dear");
  const asks = await mostExpensiveCalls(scene, session);
  const forMs = attackMs;
  let outcome = "";
  const attack = async () => {
    const job = {
      kind: "calls" as const,
      url: scene.arena.product.url,
      localAddress: strangerAt(700),
      asks,
      sessions: [session],
      lanes: connections,
      forMs,
    };
    const counts = await (await Attack.start(job)).end();
    outcome = wordsOf(counts);
  };
  const phases = await measureAroundAttack(visit, quietMs, attack);
  const what = `${connections} connections of one account ask dear calls (${outcome})`;
  const slow = { percentile: scene.tail, times: 2, floorMs: full ? 0 : 250 };
  return figuresOf("N7", what, phases, slow);
}

async function streamFigures(scene: Scene, visit: Visit): Promise<Figure[]> {
  const { attackMs, quietMs, floorMs } = scene;
  const { url } = scene.arena.product;
  const all: string[] = [];
  const newcomers = 5;
  const make = async (lane: number) => {
    for (let at = lane; at < accounts + newcomers; at += 5)
      all[at] = (await account(scene, `stream${at}`)).session;
  };
  await Promise.all([0, 1, 2, 3, 4].map(make));
  const few = all.slice(accounts);
  let opened = 0;
  let failed = 0;
  let faults = "";
  let told = "";
  const attack = async () => {
    const holding = await Attack.start({
      kind: "calls",
      url,
      localAddress: strangerAt(701),
      asks: [{ path: "/v1/live" }],
      sessions: all.slice(0, accounts),
      lanes: accounts * streamsEach,
      stream: true,
      pauseMs: 500,
      // Spread out, to measure the cost of streams and not of 500 simultaneous calls.
      withinMs: 2_000,
      forMs: attackMs + 1_000,
    });
    const over = holding.end();
    const joined = await measure((at) => openStream(url, few[at % newcomers] ?? ""), over, {
      lanes: 1,
      pauseMs: 100,
    });
    opened = joined.asked;
    failed = joined.asked - joined.served;
    faults = [...joined.faults.keys()].join("; ");
    told = wordsOf(holding.counts);
  };
  const phases = await measureAroundAttack(visit, quietMs, attack);
  const what = `${accounts} accounts open ${streamsEach} live streams each (${told})`;
  const slow = { percentile: scene.tail, times: 2, floorMs };
  return [
    exactly("N7", `accounts without a stream that were refused one, of ${opened} ${faults}`, {
      value: failed,
      bar: 0,
      unit: "",
    }),
    ...figuresOf("N7", what, phases, slow),
  ];
}

const wordsOf = (counts: Record<string, number>) =>
  Object.entries(counts)
    .filter(([name]) => /^(answer|opened|error)/.test(name))
    .map(([name, times]) => `${times} × ${name}`)
    .join(", ");

/** Opens a stream as a customer and reads its first event. */
function openStream(url: string, session: string): Promise<void> {
  const body = new URLSearchParams({ session }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const from = { localAddress: customerAt(2), agent: false as const, timeout: 5_000 };
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/v1/live`, { method: "POST", headers, ...from }, (answer) => {
      answer.once("data", (first: Buffer) => {
        asked.destroy();
        if (answer.headers["content-type"]?.startsWith("text/event-stream")) resolve();
        else reject(new Error(`no stream: ${answer.statusCode} ${first.toString("utf8", 0, 80)}`));
      });
    });
    asked.on("timeout", () => asked.destroy(new Error("no event in time")));
    asked.on("error", reject);
    asked.end(body);
  });
}

async function play(scene: Scene): Promise<Figure[]> {
  const { url } = scene.arena.product;
  const { session } = scene.honest.customer;
  const agent = keepAliveAgent(4, customerAt(1));
  const paths = ["/v1/member", "/v2/indexInit", "/v1/subUsers"];
  const visit: Visit = (at) =>
    postOk(url + (paths[at % paths.length] ?? ""), { session }, { agent });
  try {
    return [...(await expensiveCallFigures(scene, visit)), ...(await streamFigures(scene, visit))];
  } finally {
    agent.destroy();
  }
}

export const expensiveCalls: Row = { id: "N7", stage: "lab", play };
