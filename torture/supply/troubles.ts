/** S3: each class of failure in turn, under load. */
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { atMost, exactly, type Figure, sleep } from "../story.ts";
import { breakIt, mend, type Seller, type Trouble } from "./market.ts";
import { lanes, type Scene, wishOf } from "./scene.ts";
import { percentile, type Shot } from "./shoppers.ts";

export const troublesOf: Record<"full" | "bounded", Trouble[]> = {
  bounded: ["killed", "quota", "target"],
  full: [
    "killed",
    "quota",
    "auth",
    "sessionLost",
    "concurrency",
    "request",
    "down",
    "target",
    "noExit",
    "targetRefused",
  ],
};
/** After these no other member is asked for the same request; what the customer reads. */
const told: Partial<Record<Trouble, { connect: number[]; socks5: number[] }>> = {
  target: { connect: [502, 504], socks5: [1, 3, 4, 5] },
  targetRefused: { connect: [403], socks5: [2] },
};
/** The rest of a place and of a host is part of the design (spec/supply#upstream-failures). */
const backWithinMs: Partial<Record<Trouble, number>> = { noExit: 45_000 };

/** S3: one seller in trouble under load. `calm`: the time to open a tunnel before. */
export async function inTrouble(scene: Scene, trouble: Trouble, calm: number): Promise<Figure[]> {
  const { market, shoppers, size } = scene;
  const [seller] = market.sellers as [Seller];
  let on = true;
  const load = shoppers.keep(
    lanes,
    wishOf(scene, (random) => (random.next() < 0.3 ? `s${random.integer(1, 400)}` : null)),
    () => on,
  );
  const from = performance.now();
  await breakIt(seller, trouble);
  await sleep(size.faultMs);
  const during = shoppers.shots.filter(({ at }) => at >= from);
  const figures = await alertFigures(scene, trouble, seller);
  await mend(market, seller, trouble);
  const mended = performance.now();
  const before = seller.peer.seen.length;
  const bar = backWithinMs[trouble] ?? 10_000;
  const isBack = () => trouble === "targetRefused" || seller.peer.seen.length > before + 3;
  await waitFor("it serves again", isBack, bar + 20_000, 100).catch(() => undefined);
  const backMs = performance.now() - mended;
  on = false;
  await load;
  const right = told[trouble];
  const isRight = ({ status, way }: Shot) =>
    status === 200 || (right?.[way].includes(status) ?? false);
  const wrong = during.filter((shot) => !isRight(shot));
  if (wrong.length > 0) console.log("  wrong:", JSON.stringify(wrong.slice(0, 3)));
  return [
    atMost("S3", `${trouble}: of ${during.length} requests failed or read a wrong reason`, {
      value: (wrong.length / Math.max(1, during.length)) * 100,
      bar: 0.1,
      unit: "%",
    }),
    atMost("S3", `${trouble}: added to the time to open at p99`, {
      value: Math.max(
        0,
        percentile(
          during.filter(({ status }) => status === 200),
          0.99,
        ) - calm,
      ),
      bar: 1_000,
      unit: "ms",
    }),
    atMost("S3", `${trouble}: back after its cure`, { value: backMs, bar, unit: "ms" }),
    ...figures,
  ];
}

const stateOf: Partial<Record<Trouble, string>> = { quota: "quotaGone", auth: "authFailed" };
const alerted = new Set<Trouble>(["quota", "auth", "request", "concurrency"]);

async function alertFigures(
  { market }: Scene,
  trouble: Trouble,
  { name }: Seller,
): Promise<Figure[]> {
  const { state = "", alerts = [] } = (await market.listed(name)) ?? {};
  const figures = [
    exactly("S3", `${trouble}: state`, { value: state, bar: stateOf[trouble] ?? "on", unit: "" }),
  ];
  if (alerted.has(trouble))
    figures.push(
      exactly("S3", `${trouble}: alert`, {
        value: alerts[0]?.class ?? "none",
        bar: trouble,
        unit: "",
      }),
    );
  return figures;
}
