import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { folderForTests } from "../../net/src/testing/for-tests.ts";

const run = promisify(execFile);
const room = path.resolve(import.meta.dirname, "..");
const bin = path.resolve(room, "../../node_modules/.bin");
const limits = { timeout: 60_000, env: { ...process.env, PATH: `${bin}:${process.env.PATH}` } };

const built = folderForTests();
beforeAll(async () => {
  // As `npm run build` does, beside the tree: other runs may be reading dist.
  await run(path.join(bin, "tsc"), ["-p", room, "--outDir", built], limits);
  writeFileSync(path.join(built, "package.json"), '{"type":"module"}');
});

/** What the compiler says of a customer's program, by line. */
async function complaints(lines: string[]): Promise<number[]> {
  const head = [
    'import { createClient, ApiRefusal } from "./client.js";',
    'const client = createClient({ url: "https://proxies.example", key: "k" });',
    "export async function program(): Promise<void> {",
  ];
  const answer = await compile([...head, ...lines, "}", ""].join("\n"));
  const found = [...answer.matchAll(/program\.ts[(:](\d+)/g)].map(([, line]) => Number(line));
  if (found.length === 0 && answer.trim() !== "") throw new Error(answer);
  return [...new Set(found.map((line) => line - head.length))].sort((a, b) => a - b);
}

/** What the compiler says of texts beside the built package; nothing where they are right. */
async function compile(...texts: string[]): Promise<string> {
  const programs = texts.map((text, index) => {
    const program = path.join(built, `${index === 0 ? "" : index}program.ts`);
    writeFileSync(program, text);
    return program;
  });
  const flags =
    "--ignoreConfig --noEmit --strict --target es2022 --module nodenext --exactOptionalPropertyTypes";
  const asked = [...flags.split(" "), "--lib", "es2022,dom", "--types", "", ...programs];
  return run(path.join(bin, "tsc"), asked, limits).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

describe("the types for a customer's program", () => {
  it("accept every correct call", async () => {
    const right = [
      "const { walletCents } = await client.member();",
      "const cents: number = walletCents;",
      'const { order } = await client.placeOrder({ sku: "t", quantity: 1, method: "wallet" });',
      "const paid: string | null = order.paidAt;",
      'for await (const sub of client.pages("subUsers", { search: undefined })) sub.limits.dayBytes;',
      "for await (const second of client.live()) second.bytesPerSecond + cents;",
      "await client.orderList({ from: new Date(), to: paid ?? undefined });",
      "try { await client.delSubUser({ ids: [order.id] }); } catch (error) {",
      '  if (error instanceof ApiRefusal && error.reason === "notFound") return; throw error; }',
    ];
    expect(await complaints(right)).toEqual([]);
  });

  it("reject wrong names, fields, values and result types", async () => {
    const wrong = [
      "await client.memberr();",
      'await client.placeOrder({ sku: "t", quantity: 1, method: "gold" });',
      "await client.delSubUser();",
      'await client.delSubUser({ idz: ["a"] });',
      'await client.addSubUser({ account: "abcdef", password: "abcdef", trafficGb: "1" });',
      "const missing = (await client.member()).walletDollars;",
      'for await (const one of client.pages("member")) one;',
      "for await (const one of client.member()) one;",
      "await client.member({}, { timeout: 1 });",
      "return missing;",
    ];
    expect(await complaints(wrong)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

describe("the documentation", () => {
  const pages = ["docs/client.md", "docs/start.md", "packages/client/README.md"];

  it("has examples that compile, page by page", async () => {
    const programs = pages.map((page) => {
      const text = readFileSync(path.resolve(room, "../..", page), "utf8");
      const blocks = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
      expect([page, blocks.length > 0]).toEqual([page, true]);
      return (
        blocks
          .join("\n")
          .replaceAll('"proxy-api-client"', '"./client.js"')
          // What the platform has: Node's `process`.
          .concat("declare const process: { env: Record<string, string | undefined> };\n")
      );
    });
    expect(await compile(...programs)).toBe("");
  });
});

describe("the package", () => {
  it("runs as built, on plain JavaScript without dependencies", async () => {
    const script = `import * as client from ${JSON.stringify(path.join(built, "client.js"))};
      console.log(Object.keys(client).sort().join(" "));`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], limits);
    expect(stdout.trim()).toBe(
      "ApiRefusal ApiUnreachable WebhookForged callFacts createClient proxyUrl proxyUsername refusals verifyWebhook",
    );
  });

  it("contains the build, its README and its licence, and names nobody but the provider's API", async () => {
    const file = path.join(built, "api-client.tgz");
    await run(process.execPath, ["pack.ts", built], { ...limits, cwd: room });
    const out = path.join(built, "unpacked");
    mkdirSync(out);
    await run("tar", ["xzf", file, "-C", out], limits);
    const files = readdirSync(out, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => path.relative(path.join(out, "package"), path.join(one.parentPath, one.name)));
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json"]));
    const own = /^(dist\/[\w.]+\.(js|d\.ts)|LICENSE|README\.md|package\.json)$/;
    expect(files.filter((name) => !own.test(name))).toEqual([]);
    const texts = files.map((name) => readFileSync(path.join(out, "package", name), "utf8"));
    expect(files.filter((_, place) => /turnpike/i.test(texts[place] ?? ""))).toEqual([]);
  });
});
