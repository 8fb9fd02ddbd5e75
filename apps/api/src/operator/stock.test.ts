import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../testing.ts";

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await startTestApi();
  folder = mkdtempSync(path.join(tmpdir(), "turnpike-stock-"));
});
afterAll(async () => {
  await api?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The command line, as a script runs it. */
function operator(...args: string[]): Promise<{ code: number; said: unknown; error: string }> {
  const { DATA_DIR } = api.services.env;
  const env = { ...process.env, DATABASE_URL: api.databaseUrl, DATA_DIR };
  const main = path.join(import.meta.dirname, "main.ts");
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args, "--json"], { env }, (failed, out, error) => {
      resolve({ code: Number(failed?.code ?? 0), said: out ? JSON.parse(out) : null, error });
    });
  });
}

const first =
  "ip,kind,host,port,user,password,country,state,city,postal,isp,asn,product,provenance";
const line = (ip: string, provenance = "own network") =>
  `${ip},socks5,127.0.0.1,1080,u,secret-pw,GL,Sermersooq,Nuuk,3900,Tusass,8818,pool,${provenance}`;
function fileOf(...lines: string[]): string {
  const file = path.join(folder, "exits.csv");
  writeFileSync(file, [first, ...lines].join("\n"));
  return file;
}

describe("exits import · list · retire (contract §15)", () => {
  it("takes exits in, changes those that are there, and lists where each comes from", async () => {
    const file = fileOf(line("127.2.0.1"), line("127.2.0.2"));
    expect(await operator("exits", "import", file)).toMatchObject({
      code: 0,
      said: { added: 2, changed: 0 },
    });
    const again = fileOf(line("127.2.0.2", "leased"), line("127.2.0.3"));
    expect(await operator("exits", "import", again)).toMatchObject({
      said: { added: 1, changed: 1 },
    });
    expect(await operator("exits", "import", again)).toMatchObject({
      said: { added: 0, changed: 0 },
    });
    const other = line("127.2.0.3").replace("secret-pw", "secret-pw ");
    expect(
      await operator("exits", "import", fileOf(line("127.2.0.2", "leased"), other)),
    ).toMatchObject({
      said: { added: 0, changed: 1 },
    });
    const { said } = await operator("exits", "list", "--country", "gl");
    expect(said).toMatchObject([
      { ip: "127.2.0.1", kind: "socks5", city: "Nuuk", provenance: "own network" },
      { ip: "127.2.0.2", provenance: "leased" },
      { ip: "127.2.0.3", provenance: "own network" },
    ]);
    expect(JSON.stringify(said)).not.toContain("secret-pw");
  });

  it("offers them to customers at once, and no longer once they are retired", async () => {
    const { session } = await api.register();
    const inGreenland = async () => {
      const { data } = await api.send("countryV2", { session });
      return data.items.find(({ code }) => code === "GL")?.online;
    };
    expect(await inGreenland()).toBe(3);
    const retired = await operator("exits", "retire", "127.2.0.1");
    expect(retired).toMatchObject({ code: 0, said: { ip: "127.2.0.1", retired: 1 } });
    // Counts are kept for a moment.
    await expect.poll(inGreenland, { timeout: 5_000 }).toBe(2);
    expect(await operator("exits", "retire", "127.2.0.1")).toMatchObject({ code: 1, said: null });
    expect(await operator("exits", "retire", "nowhere")).toMatchObject({ code: 2 });
  });

  it("imports nothing of a file with a wrong line", async () => {
    const file = fileOf(line("127.2.0.9"), line("127.2.0"));
    const { code, said, error } = await operator("exits", "import", file);
    expect([code, said]).toEqual([1, null]);
    expect(error).toContain("line 3: ip 127.2.0 is no address");
    const listed = await operator("exits", "list", "--country", "GL");
    expect(JSON.stringify(listed.said)).not.toContain("127.2.0.9");
  });
});

describe("promotions (spec §9)", () => {
  const bonusNow = async () => {
    const { session } = await api.register();
    const { data } = await api.send("indexInit", { session });
    return { tiers: data.bonusTiers, names: data.promotions.map(({ title }) => title) };
  };
  const usual = [
    { fromCents: 50_000, percent: 5 },
    { fromCents: 200_000, percent: 10 },
  ];

  it("switches the Halloween rebate of up to 15 % on for its days, and off again", async () => {
    expect((await bonusNow()).tiers).toEqual(usual);
    const days = ["--starts", "2020-01-01", "--ends", "2099-01-01"];
    const on = await operator("promotions", "enable", "halloween", ...days);
    expect(on.said).toMatchObject([{ percent: 5 }, { percent: 10 }, { percent: 15 }]);
    expect((await bonusNow()).tiers.at(-1)).toEqual({ fromCents: 200_000, percent: 15 });
    expect(await operator("promotions", "disable", "halloween")).toMatchObject({ code: 0 });
    expect((await bonusNow()).tiers).toEqual(usual);
  });

  it("adds one of the operator's own, which holds while it runs", async () => {
    const what = ["--title", "Spring sale", "--from-cents", "10000", "--percent", "7"];
    const days = ["--starts", "2020-01-01", "--ends", "2099-01-01"];
    const added = await operator("promotions", "add", ...what, ...days);
    expect(added).toMatchObject({ code: 0, said: { name: "Spring sale", enabled: true } });
    expect(await bonusNow()).toEqual({
      tiers: [{ fromCents: 10_000, percent: 7 }, usual[1]],
      names: ["Spring sale"],
    });
    const over = ["--starts", "2020-01-01", "--ends", "2020-02-01"];
    await operator("promotions", "enable", "Spring sale", ...over);
    expect((await bonusNow()).tiers).toEqual(usual);
  });

  it("refuses what cannot be one", async () => {
    const what = ["promotions", "add", "--title", "T", "--from-cents", "1", "--percent"];
    const days = ["--starts", "2027-02-01", "--ends", "2027-01-01"];
    expect(await operator(...what, "5", ...days)).toMatchObject({ code: 2 });
    expect(
      await operator(...what, "101", "--starts", "2027-01-01", "--ends", "2027-02-01"),
    ).toMatchObject({ code: 2 });
    expect(await operator("promotions", "enable", "nothing")).toMatchObject({ code: 1 });
  });
});
