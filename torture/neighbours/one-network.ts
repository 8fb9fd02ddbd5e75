/** N5: attempts, sign-ups and mail codes from one IPv6 /64 count as one address's. */
import { atMost, type Figure } from "../story.ts";
import { Attack } from "./attack.ts";
import type { CallTemplate } from "./attack-calls.ts";
import type { Counts } from "./counts.ts";
import { postOk, measureAroundAttack, figuresOf, type Phase, type Visit } from "./honest.ts";
import { hasNetwork, ipv6At } from "./networks.ts";
import { account, accountPassword, type Row, type Scene } from "./scene.ts";
import { openTunnel } from "../tunnel.ts";

const addresses = 5_000;
const lanes = 4;
/** Attempts that may be evaluated beyond the limit: workers share failures with a delay. */
const before = 4 * lanes;
/** Attempts from one network for many names: limited, but the specification sets no number. */
const maxOfManyNames = 1_000;

interface Flood {
  what: string;
  url: string;
  asking: CallTemplate;
  /** Prefix of the counters for attempts that were evaluated or completed. */
  judged: string;
  /** Maximum evaluated attempts, besides those of the first moment. */
  bar: number;
  visit: Visit;
}

/** Runs floods in turn, each from its own network; quiet phases in between are shared. */
async function floods(scene: Scene, network: number, list: Flood[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  let quiet: Phase | undefined;
  for (const [at, each] of list.entries()) {
    const done = await flood(scene, network + at, each, quiet);
    figures.push(...done.figures);
    quiet = done.after;
  }
  return figures;
}

async function flood(
  scene: Scene,
  network: number,
  options: Flood,
  quiet: Phase | undefined,
): Promise<{ figures: Figure[]; after: Phase }> {
  const { full, quietMs } = scene;
  const { what, url, asking, judged, bar, visit } = options;
  const prefix = ipv6At(network, 0).replace(/1$/, "");
  let counts: Counts = {};
  const attack = async () => {
    const most = full ? addresses : 400;
    const from = { prefix, count: addresses };
    const forMs = full ? 40_000 : 4_000;
    const job = { kind: "calls" as const, url, asks: [asking], lanes, most, from, forMs };
    counts = await (await Attack.start(job)).end();
  };
  const phases = await measureAroundAttack(visit, quietMs, attack, {
    lanes: 1,
    pauseMs: 50,
    quiet,
  });
  const words = Object.entries(counts)
    .filter(([name]) => /^(status|answer|error)/.test(name))
    .map(([name, times]) => `${times} × ${name}`);
  const label = `${what} from one /64 (${words.join(", ")})`;
  const judgedFigure = { value: counts[judged] ?? 0, bar: bar + before, unit: judged };
  const figures = [atMost("N5", label, judgedFigure), ...figuresOf("N5", what, phases)];
  return { figures, after: phases.after };
}

/** At the gateway, whose limits are the same in the lab. */
async function guess(scene: Scene): Promise<Figure[]> {
  if (!hasNetwork) return [];
  const { arena, honest } = scene;
  const place = arena.place(honest, arena.origins[0], "connect");
  const url = `http://[::1]:${place.gateway}`;
  const path = `CONNECT 127.0.0.1:${place.port}`;
  const visit: Visit = async (number) => {
    const tunnel = await openTunnel({
      ...place,
      gatewayHost: "::1",
      from: ipv6At(900, number % 50),
    });
    await tunnel.exchange(100, 2_000).finally(() => tunnel.socket.destroy());
  };
  const judged = "status 407";
  const one = { user: honest.account, password: "wrong{n}x" };
  const many = { user: "nobody{n}x", password: "wrong{n}x" };
  return floods(scene, 1, [
    {
      what: "password tries for one name",
      url,
      asking: { path, fields: one },
      judged,
      bar: 10,
      visit,
    },
    {
      what: "password tries for many names",
      url,
      asking: { path, fields: many },
      judged,
      bar: scene.full ? maxOfManyNames : 200,
      visit,
    },
  ]);
}

/** At the API, with production limits. */
async function signUp(scene: Scene): Promise<Figure[]> {
  if (!hasNetwork) return [];
  const { port } = new URL(scene.arena.product.url);
  const url = `http://[::1]:${port}`;
  const owner = await account(scene, "owner", "127.0.0.1");
  const visit: Visit = () =>
    postOk(
      `${scene.arena.product.url}/v1/signin`,
      { email: owner.email, password: accountPassword, agree: 1 },
      { from: "127.0.0.1" },
    );
  const signIns = (email: string, bar: number): Flood => ({
    what: `sign-ins to ${email.includes("{n}") ? "many accounts" : "one account"}`,
    url,
    judged: "answer 401 wrongPassword",
    bar,
    visit,
    asking: { path: "/v1/signin", fields: { email, password: "Wr0ng{n}x", agree: "1" } },
  });
  return floods(scene, 10, [
    {
      what: "sign-ups",
      url,
      judged: "answer 0",
      bar: 30,
      visit,
      asking: {
        path: "/v1/signup",
        fields: { email: "new{n}@example.com", password: accountPassword, agree: "1" },
      },
    },
    {
      what: "mail codes",
      url,
      judged: "answer 0",
      bar: 20,
      visit,
      asking: { path: "/v1/mailCode", fields: { email: "any{n}@example.com", scene: "forgot" } },
    },
    signIns("victim@example.com", 10),
    // Each evaluated attempt costs a password hash: too slow for the bounded form.
    ...(scene.full ? [signIns("victim{n}@example.com", maxOfManyNames)] : []),
  ]);
}

export const guessing: Row = { id: "N5", stage: "lab", play: guess };
export const signingUp: Row = { id: "N5", stage: "production", play: signUp };
