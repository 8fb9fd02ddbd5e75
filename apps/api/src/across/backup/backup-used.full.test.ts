/** A backup taken while the product is in use (spec/operator#backup-and-restore). */
import { mkdtempSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { startTestApi } from "../../../testing/api.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { testDatabase } from "../../platform/db/testing.ts";
import { restoreBackup } from "./restore.ts";
import { writeBackup } from "./write.ts";

const rounds = 5;
const buyers = 4;

const api = forTests(startTestApi);
const folder = folderForTests();

async function backUpAndRestore(round: number) {
  const file = path.join(folder, `used-${round}`);
  const keyFile = path.join(api.services.env.DATA_DIR, "secret.key");
  await writeBackup({ databaseUrl: api.databaseUrl, keyFile, file });
  const place = await testDatabase();
  const { db, url } = place;
  const dataDir = mkdtempSync(path.join(folder, "place-"));
  await restoreBackup({ db, databaseUrl: url, dataDir, file });
  expect(await verifyAccounting(db)).toMatchObject({ ok: true, difference: null });
  await place.drop();
}

it("A backup taken while the product is in use restores to a consistent state", async () => {
  let over = false;
  const buying = Array.from({ length: buyers }, async () => {
    while (!over) {
      // Pauses leave CPU time to the backup.
      await sleep(100);
      const { session } = await api.register();
      await api.topUp(session, 5_000);
      const order = { sku: "traffic-standard", quantity: 1, method: "wallet" };
      await api.send("placeOrder", { session, ...order });
    }
  });
  try {
    for (let round = 0; round < rounds; round++) await backUpAndRestore(round);
  } finally {
    over = true;
    await Promise.all(buying);
  }
}, 480_000);
