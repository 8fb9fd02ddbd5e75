import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { startTestApi } from "../../../testing/api.ts";
import { seedLabExits } from "./lab-seed.ts";

const api = forTests(startTestApi);

test("Lab exits created without coordinates get them at the next start", async () => {
  const { db } = api.services;
  const unplaced = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from exit where latitude is null or timezone = ''`.execute(db);
    return rows[0]?.count;
  };
  expect(await unplaced()).toBe(0);
  await sql`update exit set latitude = null, longitude = null, timezone = ''`.execute(db);
  await sql`update exit set lab = false where ip = '127.1.0.1' and product = 'pool'`.execute(db);
  expect(await seedLabExits(api.services)).toBe(0);
  // The operator's own exit is left unchanged.
  expect(await unplaced()).toBe(1);
  const { rows } = await sql`
    select distinct latitude, longitude, timezone from exit
    where city = 'berlin' and country = 'DE'`.execute(db);
  expect(rows).toEqual([{ latitude: 52.52, longitude: 13.4, timezone: "Europe/Berlin" }]);
});
