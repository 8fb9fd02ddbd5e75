/** Checks the documented refusals against the code, and against refusals that tests receive. */
import path from "node:path";
import type { Call } from "@turnpike/contract/call.ts";
import { type CallName, calls } from "@turnpike/contract/calls.ts";
import { type ConsoleCall, generalRefusals } from "@turnpike/contract/console/call.ts";
import { consoleCalls } from "@turnpike/contract/console/calls.ts";
import { describe, expect, it } from "vitest";
import { imports, type SourceFile, sources } from "../../../../../tools/tree.ts";
import { newMetrics } from "../../platform/metrics/metrics.ts";
import { fieldReasons, refusalsOf } from "./openapi-refusals.ts";
import { openApi } from "./openapi.ts";
import { checkRefusalsDocumented, undocumentedRefusals } from "../../../testing/refusals.ts";

/** Files that name reasons without refusing anything: the document, tests, and lists of reasons. */
const beside =
  /testing\.ts$|\.test\.ts$|\/openapi|across\/docs\/|contract\/src\/(examples\/|refusals|reasons|calls\.ts)/;
/** A call's own `refusals` list does not count either: that is what the test checks. */
const told = /\n +refusals: (reasons\.\w+|\[[^\]]*\]),/g;
const code = sources([".ts"], ["apps/api/src", "packages/rules/src", "packages/contract/src"])
  .filter(({ name }) => !beside.test(name))
  // Type-only imports are not executed.
  .map(({ name, text }) => ({
    name,
    text: text.replaceAll(/^import type [^;]*;/gm, "").replaceAll(told, ""),
  }));
const byName = new Map(code.map((file) => [file.name, file]));

/** The pages of the lab and of its providers are not part of the API. */
const elsewhere =
  /^apps\/api\/src\/(?!platform\/|across\/lab\/|commerce\/payment-provider\/|identity\/sign-in-provider\/)/;

const leadsTo = (from: SourceFile, specifier: string) =>
  specifier.startsWith(".")
    ? path.posix.join(path.posix.dirname(from.name), specifier)
    : specifier.replace(/^@turnpike\/(\w+)\//, "packages/$1/src/");

/** Files with everything they import, transitively. */
function reachable(from: SourceFile[]): Set<SourceFile> {
  const found = new Set<SourceFile>();
  const waiting = [...from];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    for (const specifier of imports(file)) {
      const next = byName.get(leadsTo(file, specifier));
      if (next) waiting.push(next);
    }
  }
  return found;
}

/** The files with a call's handler, which is a property with the call's name. */
function answering(name: CallName): SourceFile[] {
  const property = new RegExp(`(^ {2,}|[{,] )(async )?${name}\\b *[:(,]`, "m");
  return code.filter(
    (file) =>
      /^apps\/api\/src\/(?!platform\/).*calls\.ts$/.test(file.name) && property.test(file.text),
  );
}

/** Where a call's code starts: the dispatcher, the handler's folder, and the call's definition. */
function startsOf(name: CallName): SourceFile[] {
  const folders = new Set(answering(name).map((file) => path.posix.dirname(file.name)));
  return code.filter(
    (file) =>
      file.name === "apps/api/src/platform/http/dispatch.ts" ||
      folders.has(path.posix.dirname(file.name)) ||
      // Modules whose files are opened by a ticket check the request in a file `ticket.ts`.
      (name === "ticket" && file.name.endsWith("/ticket.ts")) ||
      (file.name.startsWith("packages/contract/") && file.text.includes(`"${calls[name].path}"`)),
  );
}

const names = Object.keys(calls) as CallName[];
const paths = new Map(names.map((name) => [name, reachable(startsOf(name))] as const));

/** Code whose refusals the console's own document lists (`/console/openapi.json`). */
const ofStaff = /^apps\/api\/src\/(across\/(abuse|console|operator)|identity\/staff)\//;
const namedByConsole = new Set<string>([
  ...generalRefusals,
  ...(Object.values(consoleCalls) as ConsoleCall[]).flatMap(({ refusals, request }) => [
    ...refusals,
    ...fieldReasons(request.shape),
  ]),
]);

describe("Refusals in the document", () => {
  it("can be checked: each call's handler is found", () => {
    expect(names.filter((name) => answering(name).length === 0)).toEqual([]);
  });

  it("exist in code that their call reaches", () => {
    const gone = names.flatMap((name) => {
      const files = [...(paths.get(name) ?? [])];
      const own = [...new Set(calls[name].refusals)];
      return own
        .filter((reason) => !files.some(({ text }) => text.includes(`"${reason}"`)))
        .map((reason) => `${name}: ${reason}`);
    });
    expect(gone).toEqual([]);
  });

  it("include every refusal that the code can return", () => {
    const own = new Set(Object.values(calls).map((call) => call.path as string));
    const { paths: all, components } = openApi("http://127.0.0.1");
    const others = JSON.stringify([
      Object.entries(all).filter(([at]) => !own.has(at)),
      components.responses,
    ]);
    const named = new Map(
      names.map((name) => [
        name,
        new Set(refusalsOf(calls[name] as unknown as Call).map(({ reason }) => `${reason}`)),
      ]),
    );
    const untold = code.flatMap((file) => {
      if (!elsewhere.test(file.name)) return [];
      const refused = [...file.text.matchAll(/new Refusal\(\s*"(\w+)"/g)].map(
        ([, one = ""]) => one,
      );
      if (ofStaff.test(file.name))
        return refused
          .filter((reason) => !namedByConsole.has(reason))
          .map((reason) => `${file.name}: ${reason}`);
      const users = names.filter((name) => paths.get(name)?.has(file));
      return [...new Set(refused)]
        .filter((reason) => !users.some((name) => named.get(name)?.has(reason)))
        .filter((reason) => !others.includes(`"reason":"${reason}"`))
        .map((reason) => `${file.name}: ${reason}`);
    });
    expect(untold).toEqual([]);
  });
});

it("A test that receives an undocumented refusal fails when its product stops", async () => {
  const metrics = newMetrics();
  metrics.countRefusal("/v1/member", "sessionInvalid");
  metrics.countRefusal("/v1/member", "ourFault");
  metrics.countRefusal("/start", "exitNotFound");
  metrics.countRefusal("/lab/clock", "badNumber");
  await expect(checkRefusalsDocumented(metrics)).resolves.toBeUndefined();
  metrics.countRefusal("/v1/member", "cdkeyUsed");
  metrics.countRefusal("/v1/static/export", "cdkeyUsed");
  expect(await undocumentedRefusals(metrics)).toEqual([
    "/v1/member: cdkeyUsed",
    "/v1/static/export: cdkeyUsed",
  ]);
  await expect(checkRefusalsDocumented(metrics)).rejects.toThrow("/v1/member: cdkeyUsed");
});
