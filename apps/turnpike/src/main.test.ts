import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const main = path.join(import.meta.dirname, "main.ts");

it("a misspelt setting aborts startup with one line that names it (spec/environment#settings)", async () => {
  const env = { PATH: process.env["PATH"], GATEWAY_WORKER: "4" };
  const started = promisify(execFile)(process.execPath, [main], { env });
  await expect(started).rejects.toMatchObject({
    code: 1,
    stderr:
      "Turnpike did not start: GATEWAY_WORKER: is no setting, did you mean GATEWAY_WORKERS?\n",
  });
});
