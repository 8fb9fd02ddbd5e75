/** Lists of refused targets: by command and console, as gateways of two API processes get them. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { createHash } from "node:crypto";
import type { HubMessage } from "@turnpike/contract/data-plane.ts";
import { policyPartBytes, type TargetPolicy } from "@turnpike/contract/target-facts.ts";
import { connectIpc } from "@turnpike/link/ipc.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { NameSet } from "@turnpike/rules/name-set.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { startTestConsole } from "../console/testing.ts";
import { startHub } from "../hub/hub.ts";
import { operate, operateJson } from "../operator/testing.ts";

let stopSecond: () => Promise<void>;
const folder = folderForTests();
const links: GatewayLink[] = [];
const file = (text: string) => {
  const at = path.join(folder, "list.txt");
  writeFileSync(at, text);
  return at;
};
const json = (...words: string[]) => operateJson(api.services, "policy", ...words);

const api = forTests(startTestConsole);
beforeAll(async () => {
  // A hub of its own, and one of a second process.
  const second = await api.startAnother({ linkPath: path.join(folder, "second.sock") });
  const hub = await startHub(api.services, path.join(folder, "first.sock"));
  stopSecond = async () => {
    await hub.stop();
    await second.stop();
  };
});
afterAll(async () => {
  for (const link of links) await link.stop();
  await stopSecond?.();
});

/** A worker at the hub of either process: what it is told of policies, last. */
async function worker(process: "first" | "second", number: number) {
  const link = connectIpc(path.join(folder, `${process}.sock`), { worker: number, epoch: "e1" });
  links.push(link);
  let told: TargetPolicy[] | undefined;
  link.onMessage((news: HubMessage) => {
    if (news.kind === "policies") told = news.policies;
  });
  await new Promise<void>((resolve) => link.onConnection((up) => up && resolve()));
  const { policies } = await link.ask("hello", { gateway: `p${number}`, epoch: "e1" });
  told ??= policies;
  return { link, told: () => told?.map(({ name }) => name), policies: () => told };
}

/** A list as a gateway puts it together; checks its checksum. */
async function listAt({ link }: { link: GatewayLink }, policy: TargetPolicy | undefined) {
  if (policy === undefined) throw new Error("no policy");
  const parts: Buffer[] = [];
  for (let part = 0; part * policyPartBytes < policy.bytes; part += 1) {
    const answer = await link.ask("policyPart", { sha256: policy.sha256, part });
    parts.push(Buffer.from(answer.part ?? "", "base64"));
  }
  const bytes = new Uint8Array(Buffer.concat(parts));
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(policy.sha256);
  const set = NameSet.read(bytes);
  if (set === null) throw new Error("unreadable");
  return set;
}

describe("lists of refused targets (spec/operator#target-policy)", () => {
  it("an imported list counts nowhere until it is set; then gateways of every process have it", async () => {
    const near = await worker("first", 1);
    const far = await worker("second", 2);
    const names = Array.from({ length: 60_000 }, (_, at) => `bank${at}.example`);
    const imported = await json("import", "bank", file(["# banks", ...names, ""].join("\n")));
    expect(imported.said).toMatchObject({
      name: "bank",
      names: 60_000,
      lines: 60_001,
      leftOut: 0,
      pools: [],
      except: null,
    });
    expect(near.told()).toEqual([]);
    const set = await json("set", "bank", "--pools", "residential,static", "--except", "approved");
    expect(set.said).toMatchObject({ pools: ["residential", "static"], except: "approved" });
    await expect.poll(() => [near.told(), far.told()]).toEqual([["bank"], ["bank"]]);
    expect(far.policies()).toEqual(near.policies());
    expect(near.policies()).toMatchObject([
      { name: "bank", pools: ["residential", "static"], exceptApproved: true },
    ]);
    const list = await listAt(far, far.policies()?.[0]);
    expect([list.covers("www.bank59999.example"), list.covers("bank60000.example")]).toEqual([
      true,
      false,
    ]);
    // A process that starts later, and one that connects later.
    expect((await worker("second", 3)).told()).toEqual(["bank"]);
  });

  it("a new import replaces the list, keeps where it counts, and leaves nothing of the older one", async () => {
    const before = (await json("list")).said;
    const at = await worker("first", 4);
    expect((await json("import", "bank", file("||new.example^\n"))).said).toMatchObject({
      names: 1,
      pools: ["residential", "static"],
      except: "approved",
    });
    await expect
      .poll(async () => (await listAt(at, at.policies()?.[0])).covers("new.example"))
      .toBe(true);
    expect(before).toMatchObject([{ names: 60_000 }]);
    const { rows } = await sql<{ lists: number }>`
      select count(distinct sha256)::int as lists from target_list_part`.execute(api.db);
    expect(rows).toEqual([{ lists: 1 }]);
    const gone = await at.link.ask("policyPart", { sha256: "0".repeat(64), part: 0 });
    expect(gone.part).toBeNull();
  });

  it("sloppy lines are counted and named", async () => {
    const text = "good.example\nhttps://bank.com/\n192.0.2.1\n@@||x.example^\ncom\n";
    const { out } = await operate(api.services, "policy", "import", "sloppy", file(text));
    expect(out).toContain("sloppy: 1 names, refused nowhere");
    expect(out).toContain("4 lines were left out:");
    expect(out).toContain('line 2, "https://bank.com/": not a domain name');
    const { said } = await json("import", "sloppy", file(`${text}${"x y\n".repeat(30)}`));
    expect(said.leftOut).toBe(34);
    expect(said.leftOutLines).toHaveLength(20);
    expect(said.leftOutLines[1]).toMatchObject({ line: 3, text: "192.0.2.1" });
    const none = await json("import", "none", file("# nothing\n"));
    expect([none.code, none.error]).toEqual([1, expect.stringContaining("no domain name")]);
    expect((await json("import", "Bad Name", file("a.example"))).code).toBe(1);
    expect((await json("set", "sloppy", "--pools", "nowhere")).error).toContain("no pool");
    expect((await json("set", "unknown", "--pools", "all")).code).toBe(1);
    expect((await json("set", "sloppy", "--except", "friends")).code).toBe(2);
    expect((await json("remove", "sloppy")).code).toBe(0);
  });

  it("the console does the same for an owner alone, and the audit log has it", async () => {
    const owner = await api.person("owner");
    const support = await api.person("support");
    const text = "mail.example\nnonsense line\n";
    const refused = await support.ask("policyImport", { name: "mail", text });
    expect(refused.refused).toMatchObject({ reason: "notPermitted", permission: "policies.write" });
    const imported = await owner.get("policyImport", { name: "mail", text });
    expect(imported).toMatchObject({ names: 1, leftOut: 1, pools: [] });
    expect(imported.leftOutLines).toMatchObject([{ line: 2, text: "nonsense line" }]);
    expect(await owner.get("policySet", { name: "mail", everywhere: 1 })).toMatchObject({
      pools: null,
      exceptApproved: false,
    });
    expect((await support.get("policyList")).items.map(({ name }) => name)).toEqual([
      "bank",
      "mail",
    ]);
    await owner.get("policyRemove", { name: "mail" });
    expect((await owner.ask("policyRemove", { name: "mail" })).refused.reason).toBe("notFound");
    const { rows } = await sql<{ action: string }>`
      select distinct action from audit_log where action like 'policy.%' and staff_id is not null
      order by action`.execute(api.db);
    expect(rows.map(({ action }) => action)).toEqual([
      "policy.import",
      "policy.remove",
      "policy.set",
    ]);
  });

  it("gateways learn of an account whose identity is approved, and of its end", async () => {
    const { services } = api;
    const { email, session } = await api.register();
    const fields = { session, account: "Approved01", password: "secret123", trafficGb: 0 };
    expect((await api.send("addSubUser", fields)).code).toBe(0);
    const { link } = await worker("first", 5);
    const approved = async () => {
      const { facts } = await link.ask("resolve", { name: "approved01" });
      return facts.map((fact) => "approved" in fact && fact.approved);
    };
    const decide = async (...words: string[]) => {
      const [what = "", ...more] = words;
      expect((await operate(services, "identity", what, email, ...more)).code).toBe(0);
    };
    expect(await approved()).toEqual([false]);
    await decide("approve");
    expect(await approved()).toEqual([true]);
    await decide("reject", "--reason", "mismatch");
    expect(await approved()).toEqual([false]);
  });
});
