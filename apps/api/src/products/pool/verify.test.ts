/** L13 for opened IPs: `verify` reports rows that were changed by hand. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { beforeAll, expect, it } from "vitest";
import { opener, reportOpenedPorts } from "./testing.ts";
import { startTraffic } from "../traffic/testing.ts";
import { assertAccounting, differenceAfter } from "../../../testing/verify-accounting.ts";

const api = forTests(() => startTraffic({ HOST: "127.0.81.6" }));
/** Values of the `:name` placeholders in the statements below. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  const ada = await opener(api, 20);
  const eve = await opener(api, 20);
  const items = await ada.open({ num: 3 });
  const asked = await ada.open({ num: 2, port: 9_800 });
  await reportOpenedPorts(api.services, asked.slice(0, 1), { open: false, code: "EADDRINUSE" });
  await eve.open();
  ids.one = items[0]?.id ?? "";
  ids.returned = asked[0]?.id ?? "";
  ids.eve = eve.id;
}, 60_000);

/** The difference after a statement that bypasses all constraints. */
const verifiedAfter = (statement: string) => differenceAfter(api.db, statement, ids);

it("finds no difference if nothing was changed", () => assertAccounting(api.services));

it.each([
  ["delete from opened_ip where id = :one", "opened IPs differ from those that were paid for"],
  [
    "update opened_ip set account_id = :eve where id = :one",
    "opened IPs differ from those that were paid for",
  ],
  [
    "update opened_ip set opening_id = id where id = :one",
    "opened IPs differ from those that were paid for",
  ],
  [
    "update opened_ip set returned_at = null where id = :returned",
    "an opened IP was returned without",
  ],
  [
    "update opened_ip set returned_at = opened_at, deleted_at = opened_at where id = :one",
    "an opened IP was returned without",
  ],
  [
    "update gate_port set expires_at = expires_at + interval '1 hour' where id = :one",
    "an opened IP's port belongs",
  ],
  ["update gate_port set account_id = :eve where id = :one", "an opened IP's port belongs"],
  ["update opened_ip set deleted_at = opened_at where id = :one", "an opened IP's port"],
  ["update gate_port set released_at = created_at where id = :one", "an opened IP's port"],
])("%s", async (statement, title) => {
  const found = await verifiedAfter(statement);
  expect(found).toContain(title);
});
