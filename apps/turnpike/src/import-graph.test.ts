import path from "node:path";
import { expect, it } from "vitest";
import { ImportGraph } from "./import-graph.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const graph = new ImportGraph(root);
const loads = (app: string) => graph.filesOf(`apps/${app}/src/main.ts`);
const at = (file: string) => path.join(root, file);

it("A change of a file restarts the processes that load it, and no other", () => {
  const who = (file: string) =>
    ["turnpike", "api", "gateway"].filter((app) => loads(app).has(at(file)));
  expect(who("apps/gateway/src/serve.ts")).toEqual(["gateway"]);
  expect(who("apps/api/src/across/console/handlers.ts")).toEqual(["api"]);
  expect(who("apps/turnpike/src/child.ts")).toEqual(["turnpike"]);
  expect(who("packages/contract/src/environment.ts")).toEqual(["turnpike", "api", "gateway"]);
  expect(who("packages/locales/src/en/mails.json")).toEqual(["api"]);
});

it("Files loaded later are found too, test files and type imports are not", () => {
  expect(loads("turnpike").has(at("apps/manager/src/manager.ts"))).toBe(true);
  expect([...loads("gateway")].filter((file) => file.includes(".test."))).toEqual([]);
  expect(loads("gateway").has(at("apps/api/src/app.ts"))).toBe(false);
});
