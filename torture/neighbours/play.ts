/** The process in its own network namespace: runs plays and sends their figures to its parent. */
import type { Figure } from "../story.ts";
import { expensiveCalls } from "./expensive-calls.ts";
import { idleApi } from "./idle-api.ts";
import { idleGateway } from "./idle-gateway.ts";
import { lockOut } from "./lock-out.ts";
import { names } from "./names.ts";
import { guessing, signingUp } from "./one-network.ts";
import { piles } from "./piles.ts";
import { type Engine, inScene, type Row } from "./scene.ts";
import { tunnels } from "./tunnels.ts";

export interface PlayJob {
  rows: string[];
  engine: Engine;
  /** Some rows have parts in both. */
  stages: readonly Row["stage"][];
  full: boolean;
}

const all: Row[] = [
  names,
  idleGateway,
  tunnels,
  idleApi,
  guessing,
  signingUp,
  piles,
  expensiveCalls,
  lockOut,
];

/** Runs the rows of each stage on one product. */
async function play({ rows, engine, stages, full }: PlayJob): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const stage of stages) {
    const here = all.filter((row) => row.stage === stage && rows.includes(row.id));
    if (here.length === 0) continue;
    const played = await inScene({ stage, engine, full }, async (scene) => {
      const each: Figure[] = [];
      for (const row of here) each.push(...(await row.play(scene)));
      return each;
    });
    figures.push(...played);
  }
  return figures.map((figure) => ({ ...figure, criterion: `${figure.criterion} ${engine}` }));
}

process.on("disconnect", () => process.exit(1));
const figures = await play(JSON.parse(process.argv[2] ?? "{}") as PlayJob);
process.send?.(figures, () => process.exit(0));
