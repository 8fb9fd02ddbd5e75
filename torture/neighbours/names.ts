/** N1: one account requests names whose name server never answers; others' names are resolved. */
import { atMost, type Figure } from "../story.ts";
import { openTunnel } from "../tunnel.ts";
import { Attack } from "./attack.ts";
import type { Counts } from "./counts.ts";
import { measureAroundAttack, figuresOf, measure } from "./honest.ts";
import { customerAt } from "./networks.ts";
import { type Row, type Scene, withUpstream } from "./scene.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

/** Allowed increase of the time over quiet (p99), in milliseconds. */
const slowerMs = 50;
/** Sub-accounts of one account: having more must not give it more. */
const subAccounts = 4;

async function play(scene: Scene): Promise<Figure[]> {
  return withUpstream(scene, async (country) => {
    const { arena, full, honest, quietMs, attackMs, floorMs } = scene;
    const attacker = await arena.customer(1e9);
    const logins = [];
    for (let at = 0; at < subAccounts; at += 1) {
      const { account, password } = await arena.sub(attacker, 0.1);
      logins.push({ user: account, password });
    }
    // Names that were never queried before, so that no cache helps.
    const visit = async (number: number) => {
      const tunnel = await openTunnel({
        ...arena.place(honest, arena.origins[0], "connect"),
        user: `${honest.account}-region-${country}`,
        host: `a${number}.served.example.com`,
        from: customerAt(number % 50),
      });
      try {
        await tunnel.exchange(100, 2_000);
      } finally {
        tunnel.socket.destroy();
      }
      return true;
    };
    const passes = () =>
      visit(1_000_000 + Math.round(performance.now())).then(Boolean, () => false);
    await waitFor("the gateway knows the new exit", passes, 10_000);
    let quiet = await measure(visit, quietMs);
    const figures: Figure[] = [];
    for (const perSecond of full ? [4, 40, 400] : [400]) {
      const gateway = { host: "127.0.0.1", port: arena.product.ports.gateway };
      const target = "b{n}.silent.example.com:443";
      const job = {
        kind: "connects" as const,
        gateway,
        logins,
        target,
        perSecond,
        forMs: attackMs,
      };
      let counts: Counts = {};
      const attack = async () => {
        counts = await (await Attack.start(job)).end();
      };
      const phases = await measureAroundAttack(visit, quietMs, attack, { quiet });
      quiet = phases.after;
      const what = `${perSecond} CONNECT/s to silent names`;
      const slow = { percentile: scene.tail, moreMs: slowerMs, floorMs };
      figures.push(...figuresOf("N1", what, phases, slow));
      figures.push(refusedAlone(what, counts));
    }
    return figures;
  });
}

/** Only the attacker is refused: 504, or 429 (503 is for names whose server is failing). */
function refusedAlone(what: string, counts: Counts): Figure {
  const other = Object.keys(counts).filter(
    (name) => name.startsWith("status ") && !["status 504", "status 429"].includes(name),
  );
  const statuses = Object.entries(counts).filter(([name]) => name.startsWith("status "));
  const words = statuses.map(([name, times]) => `${times} × ${name}`).join(", ");
  return {
    ...atMost("N1", `${what}: other answers to the attacker than 504 or 429`, {
      value: other.length,
      bar: 0,
      unit: "kinds",
    }),
    figure: words || "none was answered in time",
  };
}

export const names: Row = { id: "N1", stage: "lab", play };
