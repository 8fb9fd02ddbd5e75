/** Nobody makes the thread that serves all customers read megabytes (spec/quality#n7). */
import { type ConsoleCallName, consoleCalls } from "@turnpike/contract/console/calls.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expect, test } from "vitest";
import { bodyLimitOf } from "./long-bodies.ts";
import { startTestConsole } from "./testing.ts";

const api = forTests(() => startTestConsole());
const json = "application/json";
const form = "application/x-www-form-urlencoded";
const SIZE = 6_000_000;

/** Six megabytes each; the first took more than four minutes. */
const bodies: [name: string, type: string, body: string][] = [
  ["empty fields", form, "a&".repeat(SIZE / 2)],
  ["fields of JSON", json, `{${'"a":1,'.repeat(SIZE / 6)}"b":1}`],
  ["nested lists", json, `{"csv":${"[".repeat(SIZE / 2)}${"]".repeat(SIZE / 2)}}`],
];
const csv = JSON.stringify({ csv: "x".repeat(1_000_000) });

/** CPU time of this thread, which the API shares, in milliseconds. */
const threadMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

async function post(
  path: string,
  {
    type = json,
    body,
    cookie = "",
  }: { type?: string; body: string | ReadableStream; cookie?: string },
) {
  const headers = { "content-type": type, origin: api.consoleUrl, cookie };
  const sent = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  // The rest of a refused body may be cut off.
  const answer = await fetch(api.consoleUrl + path, sent).catch(() => null);
  const said = (await answer?.json().catch(() => null)) as { data: { reason?: string } } | null;
  return said === null || said === undefined ? "cut off" : (said.data.reason ?? "read");
}

const paths = ["/console/v1/signIn", "/console/v1/exitImport", "/console/v1/unknown"];
test.each(bodies)("a stranger's six megabytes of %s are not read", async (_name, type, body) => {
  const refusals = ["bodyTooLarge", "sessionInvalid", "cut off"];
  for (const path of paths) {
    const began = threadMs();
    expect(refusals).toContain(await post(path, { type, body }));
    expect(threadMs() - began).toBeLessThan(150);
  }
});

test("a file is read of staff who may import it, also without its length, and of no others", async () => {
  const [owner, viewer] = [await api.person("owner"), await api.person("viewer")];
  const path = consoleCalls.exitImportPreview.path;
  const as = (cookie: string) => post(path, { body: csv, cookie });
  expect(await as(owner.cookie)).toBe("read");
  expect(["notPermitted", "cut off"]).toContain(await as(viewer.cookie));
  const streamed = () => new Blob([csv]).stream();
  expect(["sessionInvalid", "cut off"]).toContain(await post(path, { body: streamed() }));
  expect(await post(path, { body: streamed(), cookie: owner.cookie })).toBe("read");
  const short = await post(consoleCalls.whoAmI.path, { body: csv, cookie: owner.cookie });
  expect(["bodyTooLarge", "cut off"]).toContain(short);
});

test("a call may have what its fields may hold", () => {
  const limits = (["signIn", "whoAmI", "exitImport"] as ConsoleCallName[]).map((name) =>
    bodyLimitOf(consoleCalls[name]),
  );
  expect(limits).toEqual([64 * 1024, 256 * 1024, 6 * 1024 * 1024]);
});
