/** N4: idle connections to API and lookup service; calls, link and database keep working. */
import { atMost, exactly, type Figure } from "../story.ts";
import { descriptorsOf, processNamed } from "../processes.ts";
import type { Counts } from "./counts.ts";
import {
  postOk,
  measureAroundAttack,
  figuresOf,
  measure,
  type Phase,
  type Visit,
} from "./honest.ts";
import { connectionsFigure, holdIdle } from "./idle-gateway.ts";
import { customerAt, strangerAt } from "./networks.ts";
import { type Row, type Scene, visitOrigin } from "./scene.ts";

const mostMs = 500;

async function play(scene: Scene): Promise<Figure[]> {
  const { arena, full, lookup } = scene;
  const { product } = arena;
  const { session } = scene.honest.customer;
  const from = (number: number) => ({ from: customerAt(number % 50) });
  const member: Visit = (number) => postOk(`${product.url}/v1/member`, { session }, from(number));
  const ip = "114.114.114.114";
  const getIp: Visit = (number) => postOk(`http://127.0.0.1:${lookup}/getIp`, { ip }, from(number));
  const strangers = Array.from({ length: 4 }, (_, at) => strangerAt(300 + at));
  const count = full ? 25_000 : 5_000;
  const api = product.ports.api;
  return [
    ...(await idleAttackFigures(scene, {
      what: "the API from 1 address",
      from: strangers.slice(0, 1),
      port: api,
      count,
      visit: member,
    })),
    ...(full
      ? await idleAttackFigures(scene, {
          what: "the API from 4 addresses",
          from: strangers,
          port: api,
          count,
          visit: member,
        })
      : []),
    ...(await idleAttackFigures(scene, {
      what: "the lookup service from 1 address",
      from: strangers.slice(0, 1),
      port: lookup,
      count,
      visit: getIp,
    })),
  ];
}

interface IdleTarget {
  what: string;
  from: string[];
  port: number;
  count: number;
  visit: Visit;
}

async function idleAttackFigures(
  scene: Scene,
  { what, from, port, count, visit }: IdleTarget,
): Promise<Figure[]> {
  const { arena, honest, files, quietMs, attackMs } = scene;
  const request = { from, port, count, perSecond: 2_500, forMs: attackMs };
  let counts: Counts[] = [];
  let most = 0;
  let ready = 0;
  let tunnels: Phase | null = null;
  const attack = async () => {
    const { pid } = processNamed(arena.product, "api");
    const attacks = await holdIdle(request);
    const watch = setInterval(() => {
      most = Math.max(most, descriptorsOf(pid) ?? 0);
    }, 250);
    const over = Promise.all(attacks.map((one) => one.end()));
    tunnels = await measure((at) => visitOrigin(scene, honest, customerAt(at % 50)), over);
    counts = await over;
    clearInterval(watch);
    ready = (await fetch(`${arena.product.url}/readyz`).catch(() => null))?.status ?? 0;
  };
  const phases = await measureAroundAttack(visit, quietMs, attack);
  const label = `${count} idle connections to ${what}`;
  const { asked: opened = 0, served = 0 } = (tunnels ?? {}) as Partial<Phase>;
  return [
    connectionsFigure("N4", label, count, counts),
    ...figuresOf("N4", label, phases, { percentile: scene.tail, maxMs: mostMs }),
    exactly("N4", `${label}: tunnels of others that failed, of ${opened}`, {
      value: opened - served,
      bar: 0,
      unit: "",
    }),
    exactly("N4", `${label}: /readyz`, { value: ready, bar: 200, unit: "" }),
    atMost("N4", `${label}: descriptors of the API`, { value: most, bar: files - 64, unit: "" }),
  ];
}

export const idleApi: Row = { id: "N4", stage: "lab", play };
