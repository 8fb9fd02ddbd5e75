import { writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { startTestApi } from "../../../testing/api.ts";
import { exitResources } from "../../inventory/exit/resources.ts";
import { exitsAt, poolExitsByIds } from "../../inventory/exit/store/pool.ts";
import { operateJson } from "./testing.ts";

const api = forTests(startTestApi);
const folder = folderForTests();

/** Runs the command line, as a script would. */
const operator = (...args: string[]) => operateJson(api.services, ...args);

const first =
  "ip,kind,host,port,user,password,country,state,city,postal,isp,asn,product,provenance";
const line = (ip: string, provenance = "own network") =>
  `${ip},socks5,127.0.0.1,1080,u,secret-pw,GL,Sermersooq,Nuuk,3900,Tusass,8818,pool,${provenance}`;

it("exits import of exits with a known place (spec/lookup#places, spec/operator#exits-import) stores coordinates, and discards the measurements of an exit that changed", async () => {
  const file = path.join(folder, "placed.csv");
  const placed = (latitude: string) =>
    writeFileSync(
      file,
      `${first},latitude,longitude,timezone\n${line("127.2.9.1")},${latitude},-51.7,America/Nuuk`,
    );
  const there = async () =>
    (
      await sql`select latitude, longitude, timezone, latency_ms, offline_since from exit
          where ip = '127.2.9.1' and retired_at is null`.execute(api.db)
    ).rows[0];
  placed("64.2");
  expect(await operator("exits", "import", file)).toMatchObject({ said: { added: 1 } });
  const nuuk = { longitude: -51.7, timezone: "America/Nuuk" };
  expect(await there()).toEqual({
    latitude: 64.2,
    ...nuuk,
    latency_ms: null,
    offline_since: null,
  });
  await sql`update exit set latency_ms = 5, failures = 3, offline_since = now()
      where ip = '127.2.9.1'`.execute(api.db);
  expect(await operator("exits", "import", file)).toMatchObject({
    said: { added: 0, changed: 0 },
  });
  const { said } = await operator("exits", "list", "--country", "GL");
  expect(JSON.stringify(said)).toContain('"offline"');
  placed("64.18");
  expect(await operator("exits", "import", file)).toMatchObject({ said: { changed: 1 } });
  expect(await there()).toEqual({
    latitude: 64.18,
    ...nuuk,
    latency_ms: null,
    offline_since: null,
  });
  await operator("exits", "retire", "127.2.9.1");
});

function fileOf(...lines: string[]): string {
  const file = path.join(folder, "exits.csv");
  writeFileSync(file, [first, ...lines].join("\n"));
  return file;
}

it("exits import of IPv6 prefixes (spec/gateway#prefixes, spec/operator#exits-import) lists prefixes and sends them to gateways with their length; they cannot be opened", async () => {
  const prefix = (ip: string) =>
    line(ip).replace("socks5,127.0.0.1,1080,u,secret-pw,GL", "prefix,,,,,FO");
  const imported = await operator("exits", "import", fileOf(prefix("fd00:7:7:7::1/64")));
  expect(imported).toMatchObject({ code: 0, said: { added: 1, changed: 0 } });
  const again = await operator("exits", "import", fileOf(prefix("fd00:7:7:7::/64")));
  expect(again).toMatchObject({ said: { added: 0, changed: 0 } });
  const { said } = await operator("exits", "list", "--country", "FO");
  expect(said).toMatchObject([
    { ip: "fd00:7:7:7::/64", kind: "prefix", provenance: "own network", node: "local" },
  ]);
  const { rows } = await sql<{ id: string }>`
      select id from exit where ip = 'fd00:7:7:7::/64'`.execute(api.db);
  const ids = rows.map(({ id }) => id);
  expect(await exitResources(api.services, ids)).toMatchObject([
    { ip: "fd00:7:7:7::", host: "fd00:7:7:7::", prefix: 64, how: "local", product: "pool" },
  ]);
  await operator("exits", "import", fileOf(line("127.2.9.5")));
  expect(await poolExitsByIds(api.db, ids)).toEqual([]);
  // The lookup service finds the exit by any address in its prefix.
  const found = await exitsAt(api.db, ["fd00:7:7:8::5", "fd00:7:7:7::9", "127.2.9.5"]);
  expect([...found.keys()].sort()).toEqual(["127.2.9.5", "fd00:7:7:7::9"]);
  // Another exit must not lie within the prefix.
  const inside = line("fd00:7:7:7::8");
  const refused = await operator("exits", "import", fileOf(inside));
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.error).toContain("fd00:7:7:7::8 lies within fd00:7:7:7::/64");
  expect(await operator("exits", "retire", "fd00:7:7:7::/64")).toMatchObject({
    said: { retired: 1 },
  });
});
