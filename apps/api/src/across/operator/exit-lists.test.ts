/** Lists bought from wholesalers, from the import to the customer's port (spec/supply#lists). */
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { retireLeft, syncLists } from "../../inventory/exit/list-sync.ts";
import { giveStatics } from "../../products/static/give-testing.ts";
import { releaseEnded } from "../../products/static/end.ts";
import { type BoughtStage, startBoughtStage } from "./testing/bought.ts";
import { operate, operateJson } from "./testing.ts";

let api: BoughtStage["api"];
let lines: BoughtStage["lines"];
let ada: BoughtStage["ada"];
const stage = forTests(async () => {
  const exits = Array.from({ length: 6 }, (_, at) => `127.9.8.${at + 1}`);
  return startBoughtStage({ exits });
});
beforeAll(() => {
  ({ api, lines, ada } = stage);
});

const json = (...args: string[]) => operateJson(api.services, ...args);
const said = (...args: string[]) => operate(api.services, "exits", ...args);
const common = ["--list", "--product", "static", "--country", "DE", "--how", "http"];
const acme = [...common, "--city", "Berlin", "--isp", "Acme Net", "--asn", "64500"];
const provenance = ["--provenance", "Acme, contract 2026-17"];
const fileOf = (text: string) => stage.fileOf(text);
const useList = async () => (await api.send("staticUseList", { session: ada.session })).data.items;
const stock = async () =>
  (await api.send("staticList", { session: ada.session })).data.items.reduce(
    (sum, { available }) => sum + available,
    0,
  );

describe("a list of static IPs", () => {
  it("is imported from lines in any way of writing; each proxy tells its address", async () => {
    const [one, two, three] = lines.offered.map((line) => line.split(":"));
    const [host, port] = one ?? [];
    const text = [
      "# bought today",
      lines.offered[0],
      `${two?.[2]}:${two?.[3]}@${host}:${port}`,
      `socks5://${three?.[2]}:${three?.[3]}@${host}:${port}`,
      `127.0.0.1:${port}:line9:secret9`,
      "10.1.2.3:8080:user:password",
      "what is this",
    ].join("\n");
    const { code, said, error } = await json(
      "exits",
      "import",
      fileOf(text),
      ...acme,
      ...provenance,
    );
    expect({ code, error }).toEqual({ code: 0, error: "" });
    expect(said).toEqual({
      name: "static-de-acme-contract-2026-17",
      added: 3,
      changed: 0,
      elsewhere: 0,
      retired: 0,
      leaving: 0,
      failed: [
        { line: 5, text: "it answers 407" },
        { line: 6, text: "10.1.2.3 is in no network of EXIT_NETWORKS" },
        { line: 7, text: "no proxy can be read" },
      ],
    });
    const { said: exits } = await json("exits", "list", "--country", "DE");
    expect(exits.filter(({ lab }: { lab: boolean }) => !lab)).toMatchObject(
      [1, 2, 3].map((at) => ({
        ip: `127.9.8.${at}`,
        kind: at === 3 ? "socks5" : "http",
        city: "Berlin",
        isp: "Acme Net",
        asn: 64_500,
        state: "free",
        provenance: "Acme, contract 2026-17",
      })),
    );
  });

  it("is sold on shared ports that work in the same second, and shows no wholesaler (spec/supply#shared-ports)", async () => {
    await stage.opened(3);
    expect(await stock()).toBe(3);
    const rows = await giveStatics(api.services, ada.id, {
      num: 2,
      country: "DE",
      password: "open77x",
    });
    const [one, two] = await useList();
    for (const bought of [one, two]) {
      if (bought === undefined) throw new Error("not listed");
      expect(bought).toMatchObject({ host: "127.0.0.1", reachable: true, city: "berlin" });
      expect(stage.ports).toContain(bought.port);
      expect(bought.ports).toEqual([bought.port]);
      expect(bought.exitIp).toMatch(/^127\.9\.8\.[123]$/);
      expect(await stage.addressThrough(bought)).toBe(bought.exitIp);
      expect(await stage.addressThrough({ ...bought, password: "wrong" })).toBe(407);
    }
    expect(rows).toHaveLength(2);
    expect(JSON.stringify([one, two])).not.toMatch(/line\d|secret\d|Acme, contract/);
    const tested = await api.send("proxyTest", {
      session: ada.session,
      proxy: `127.0.0.1:${one?.port}:${one?.account}:${one?.password}`,
    });
    expect(tested.data).toMatchObject({ ok: true, exitIp: one?.exitIp });
  });

  it("replaces an address whose proxy died by another line, at another port", async () => {
    const [one] = await useList();
    if (one === undefined) throw new Error("not listed");
    lines.dead.add(Number(one.exitIp.split(".")[3]) - 1);
    await sql`update exit_health set reachable = false where exit_id =
      (select exit_id from static_ip where id = ${one.id})`.execute(api.db);
    const changed = await api.send("staticChange", { session: ada.session, id: one.id });
    expect(changed.data).toMatchObject({ id: one.id, host: "127.0.0.1", reachable: true });
    expect(changed.data.exitIp).not.toBe(one.exitIp);
    expect(await stage.addressThrough(changed.data)).toBe(changed.data.exitIp);
    lines.dead.clear();
  });

  it("is counted with its days left, and not sold after its last paid day", async () => {
    const name = "static-de-acme-contract-2026-17";
    const today = new Date(api.services.world.now()).toISOString().slice(0, 10);
    expect((await json("exits", "until", name, today)).said).toEqual({ name, until: today });
    const counted = { name, lines: 3, sold: 2, leaving: 0, endsOn: today, daysLeft: 0 };
    expect((await json("exits", "lists")).said).toMatchObject([counted]);
    await sql`update exit set rests_until = null`.execute(api.db);
    await sql`update exit_health set reachable = true`.execute(api.db);
    expect(await stock()).toBe(1);
    expect((await json("exits", "until", name, "2020-01-31")).code).toBe(0);
    expect(await stock()).toBe(0);
    await json("exits", "until", name, "none");
    expect(await stock()).toBe(1);
    expect((await json("exits", "until", "other", "none")).code).toBe(1);
    expect((await json("exits", "until", name, "tomorrow")).code).toBe(2);
  });

  it("is refused without what sells it, and nothing is written", async () => {
    const file = fileOf(lines.offered.join("\n"));
    for (const missing of ["--product", "--country", "--how"]) {
      const at = acme.indexOf(missing);
      const less = acme.toSpliced(at, 2);
      expect((await json("exits", "import", file, ...less, ...provenance)).code).toBe(2);
    }
    expect((await json("exits", "import", file, ...acme)).code).toBe(2);
    expect((await json("exits", "import", ...acme, ...provenance)).code).toBe(2);
    const other = ["--product", "short", "--name", "static-de-acme-contract-2026-17"];
    const refused = await said("import", file, "--list", ...other, ...acme.slice(3), ...provenance);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.error).toContain("give this one another --name");
    const none = await said("import", fileOf("hello"), ...acme, ...provenance);
    expect(none.error).toContain("the list has no proxies: line 1: no proxy can be read");
  });
});

describe("a list with a URL", () => {
  const url = () => `http://127.0.0.1:${lines.port}${lines.listPath}?key=very-secret`;
  const name = "hourly";
  const read = () => json("exits", "sync", name);
  let sold: string;

  it("is read when it is imported; its URL is sealed and shown nowhere", async () => {
    lines.offered = lines.offered.slice(3);
    lines.listPath = "/list.txt?key=very-secret";
    const short = ["--list", "--product", "short", "--country", "FR", "--how", "http"];
    const where = ["--url", `http://127.0.0.1:${lines.port}${lines.listPath}`, "--name", name];
    const { code, said } = await json("exits", "import", ...short, ...where, ...provenance);
    expect([code, said.added, said.failed]).toEqual([0, 3, []]);
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(l) || jsonb_build_object('audit', (select jsonb_agg(to_jsonb(a)) from audit_log a))
        as row from exit_list l`.execute(api.db);
    expect(JSON.stringify(rows)).not.toMatch(/very-secret|secret3/);
    expect(JSON.stringify((await json("exits", "lists")).said)).not.toContain("very-secret");
    expect(url()).toContain("very-secret");
    await stage.opened(6);
    await giveStatics(api.services, ada.id, { term: "short", country: "FR" });
    const used = await api.send("shortUsed", { session: ada.session });
    sold = used.data.items[0]?.exitIp ?? "";
    expect(sold).toMatch(/^127\.9\.8\.[456]$/);
    expect(used.data.items[0]).toMatchObject({ cityName: "Unknown", isp: "Unknown", asn: 0 });
  });

  it("brings new lines; missing ones go, sold ones at the end of their customer's time", async () => {
    const soldLine = Number(sold.split(".")[3]) - 1;
    const kept = lines.offered.filter((line) => !line.includes(`:line${soldLine}:`));
    // The sold line and one that nobody has are not offered any more.
    lines.offered = kept.slice(0, 1);
    const { said } = await read();
    expect(said).toMatchObject({ name, added: 0, changed: 0, retired: 1, leaving: 1 });
    expect((await json("exits", "lists")).said[0]).toMatchObject({ name, lines: 2, leaving: 1 });
    const used = await api.send("shortUsed", { session: ada.session });
    const [bought] = used.data.items;
    if (bought === undefined) throw new Error("not listed");
    expect(await stage.addressThrough(bought)).toBe(sold);
    await sql`update static_ip set started_at = started_at - interval '60 days',
      expires_at = expires_at - interval '59 days' where term = 'short'`.execute(api.db);
    await releaseEnded(api.services);
    await retireLeft(api.services);
    expect((await json("exits", "lists")).said[0]).toMatchObject({ name, lines: 1, leaving: 0 });
    lines.offered = [...lines.offered, ...kept.slice(1)];
    await syncLists(api.services);
    expect((await json("exits", "lists")).said[0]).toMatchObject({ name, lines: 2 });
  });

  it("stays as it is while its page is empty, broken or not there", async () => {
    const before = (await json("exits", "lists")).said[0];
    const page = "<html>\n<body>\n127.0.0.1:80 is not found\n</body>\n<p>or is it</p>";
    for (const broken of [
      { status: 200, text: "" },
      { status: 200, text: page },
      { status: 500, text: lines.offered.join("\n") },
    ]) {
      lines.broken = broken;
      expect((await read()).code).toBe(1);
      await syncLists(api.services);
      const [{ trouble, ...after }] = (await json("exits", "lists")).said;
      expect(trouble).not.toBe("");
      expect({ ...after, trouble: "" }).toEqual(before);
    }
    lines.broken = null;
    expect((await read()).said).toMatchObject({ added: 0, retired: 0 });
    expect((await json("exits", "sync", "static-de-acme-contract-2026-17")).code).toBe(1);
    expect((await json("exits", "sync", "nothing")).code).toBe(1);
  });

  it("is never read from an internal network outside EXIT_NETWORKS (spec/supply#networks)", async () => {
    const where = ["--url", "http://10.0.0.1/list", "--name", "inside"];
    const refused = await said("import", ...acme, ...where, ...provenance);
    expect(refused.error).toContain("EXIT_NETWORKS");
  });
});
