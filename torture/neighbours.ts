/**
 * No customer and no stranger can take resources that belong to all (N1, N2, N3, N4, N5, N6, N7,
 * N8): an attacker beside an honest customer, who is measured before, during and after. If root
 * permits, each play has its own network namespace.
 *
 *     node torture/neighbours.ts [N1 …] [native|portable] [lab|production] [--bounded] [--seed N]
 */
import { spawn } from "node:child_process";
import path from "node:path";
import { inOwnNetwork } from "./neighbours/networks.ts";
import type { PlayJob } from "./neighbours/play.ts";
import { type Figure, readArguments, type Story, runStoryCli } from "./story.ts";

const rows = ["N1", "N2", "N3", "N4", "N5", "N6", "N7", "N8"];
const engines = ["native", "portable"] as const;
const stages = ["lab", "production"] as const;
const maxMs = { full: 30 * 60_000, bounded: 3 * 60_000 };

/** Runs a play in its own process; rejects if it exits without figures. */
function playApart(job: PlayJob): Promise<Figure[]> {
  const file = path.join(import.meta.dirname, "neighbours/play.ts");
  const { command, env } = inOwnNetwork([process.execPath, file, JSON.stringify(job)]);
  const [program = "", ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
    const late = setTimeout(() => child.kill(), job.full ? maxMs.full : maxMs.bounded);
    let figures: Figure[] | null = null;
    child.on("message", (told: Figure[]) => {
      figures = told;
    });
    child.on("error", reject);
    child.on("exit", (code) => {
      clearTimeout(late);
      if (figures) resolve(figures);
      else reject(new Error(`${job.rows.join(" ")} ended without figures (${code})`));
    });
  });
}

/** The result for a play without figures; the others continue. */
const failedFigure = (rows: string[], { message }: Error): Figure => {
  const [figure = ""] = message.split("\n");
  return { criterion: rows.join(" "), what: "ends by itself", figure, bar: "yes", pass: false };
};

/** The story of some rows with some engines; by default all of them. */
export function neighboursOf(names: string[] = []): Story {
  const known = [...rows, ...engines, ...stages];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new RangeError(`There are ${known.join(", ")}; no ${unknown.join()}`);
  const some = <T extends string>(of: readonly T[]) => {
    const named = of.filter((name) => names.includes(name));
    return named.length > 0 ? named : of;
  };
  return {
    name: "neighbours",
    run: async ({ full }) => {
      const figures: Figure[] = [];
      for (const engine of some(engines)) {
        // Each row has its own product; the bounded form has no time for that.
        const plays = full ? some(rows).map((row) => [row]) : [[...some(rows)]];
        for (const play of plays) {
          const measured = await playApart({
            rows: play,
            engine,
            stages: some(stages),
            full,
          }).catch((error: Error) => [failedFigure(play, error)]);
          const passed = measured.filter(({ pass }) => pass).length;
          console.log(`  ${play.join(" ")} ${engine}: ${passed} of ${measured.length} passed`);
          figures.push(...measured);
        }
      }
      return figures;
    },
  };
}

export const neighbours = neighboursOf();

if (import.meta.main) await runStoryCli(neighboursOf(readArguments().names));
