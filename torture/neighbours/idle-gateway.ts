/** N2: idle connections to the gateway, from one address and from four; others are served. */
import { atLeast, type Figure } from "../story.ts";
import { Attack } from "./attack.ts";
import type { Counts } from "./counts.ts";
import { measureAroundAttack, figuresOf, type Phase, type Visit } from "./honest.ts";
import { customerAt, strangerAt } from "./networks.ts";
import { type Row, type Scene, visitOrigin } from "./scene.ts";

/** The most that a single process may open. */
const maxPerTarget = 10_000;

/** Starts as many attackers as needed to hold `count` connections. */
export async function holdIdle(options: {
  from: string[];
  port: number;
  count: number;
  perSecond: number;
  forMs: number;
}): Promise<Attack[]> {
  const processes = Math.ceil(options.count / maxPerTarget);
  const job = {
    kind: "idle" as const,
    from: options.from,
    port: options.port,
    count: Math.ceil(options.count / processes),
    perSecond: options.perSecond / processes,
    forMs: options.forMs,
  };
  return Promise.all(Array.from({ length: processes }, () => Attack.start(job)));
}

async function play(scene: Scene): Promise<Figure[]> {
  const { arena, full, honest, quietMs, attackMs, floorMs } = scene;
  const visit: Visit = (number) => visitOrigin(scene, honest, customerAt(number % 50));
  const figures: Figure[] = [];
  let quiet: Phase | undefined;
  for (const addresses of [1, 4]) {
    const request = {
      from: Array.from({ length: addresses }, (_, at) => strangerAt(100 * addresses + at)),
      port: arena.product.ports.gateway,
      count: full ? 20_000 : 4_000,
      perSecond: full ? 5_000 : 2_500,
      forMs: attackMs,
    };
    let counts: Counts[] = [];
    const attack = async () => {
      const attacks = await holdIdle(request);
      counts = await Promise.all(attacks.map((one) => one.end()));
    };
    const phases = await measureAroundAttack(visit, quietMs, attack, { quiet });
    quiet = phases.after;
    const places = addresses === 1 ? "1 address" : `${addresses} addresses`;
    const what = `${request.count} idle connections from ${places}`;
    const slow = { percentile: scene.tail, times: 2, floorMs };
    figures.push(...figuresOf("N2", what, phases, slow));
    figures.push(connectionsFigure("N2", what, request.count, counts));
  }
  return figures;
}

/** Verifies that the attack took place; otherwise the row proves nothing. */
export function connectionsFigure(
  criterion: string,
  what: string,
  asked: number,
  counts: Counts[],
): Figure {
  const value = counts.reduce((sum, { opened = 0 }) => sum + opened, 0);
  return atLeast(criterion, `${what}: connections opened`, { value, bar: asked, unit: "" });
}

export const idleGateway: Row = { id: "N2", stage: "lab", play };
