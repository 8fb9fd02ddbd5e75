/** N3: one account opens as many idle tunnels as it can; others are served, it gets a quarter. */
import { atLeast, atMost, type Figure } from "../story.ts";
import { Attack } from "./attack.ts";
import { measureAroundAttack, figuresOf } from "./honest.ts";
import { customerAt, strangerAt } from "./networks.ts";
import { type Row, type Scene, visitOrigin } from "./scene.ts";

const share = 0.25;
/** A tunnel has two sockets: a process has room for at most this share of its descriptors. */
const tunnelsPerFile = 0.5;
/** Sub-accounts of one account: their individual limits do not limit the account. */
const subAccounts = 8;

async function play(scene: Scene): Promise<Figure[]> {
  const { arena, full, honest, files, quietMs, attackMs } = scene;
  const customer = await arena.customer(10e9);
  const logins = [];
  for (let at = 0; at < subAccounts; at += 1) {
    const { account, password } = await arena.sub(customer, 1);
    logins.push({ user: account, password });
  }
  const workers = full ? 2 : 1;
  const room = Math.floor(files * tunnelsPerFile) * workers;
  const job = {
    kind: "tunnels" as const,
    gateway: {
      host: "127.0.0.1",
      port: arena.product.ports.gateway,
      localAddress: strangerAt(7),
    },
    logins,
    target: `127.0.0.1:${arena.origins[0].port}`,
    count: full ? 18_000 : room,
    perSecond: full ? 1_500 : 1_000,
    forMs: attackMs,
  };
  let held = 0;
  let refused = 0;
  const attack = async () => {
    const opening = await Attack.start(job);
    const counts = await opening.end();
    held = counts["tunnels"] ?? 0;
    refused = counts["status 429"] ?? 0;
  };
  const visit = (number: number) => visitOrigin(scene, honest, customerAt(number % 50));
  const phases = await measureAroundAttack(visit, quietMs, attack);
  const what = `one account opens all the idle tunnels it can (${held}, ${refused} × 429)`;
  return [
    ...figuresOf("N3", what, phases),
    atLeast("N3", "tunnels that the one account opened", { value: held, bar: 1, unit: "" }),
    atMost("N3", `tunnels of the one account, with ${files} descriptors a worker`, {
      value: held,
      bar: Math.floor(room * share),
      unit: "",
    }),
  ];
}

export const tunnels: Row = { id: "N3", stage: "lab", play };
