/** The export of an account with a million connections: read and sent in parts (spec/law#data-export). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { startShop } from "../../identity/session/testing.ts";

const ROWS = 1_000_000;
/** One statement may take 10 s. */
const ROWS_AT_ONCE = 20_000;
/** Of heap and buffers, while some 100 MB are written. */
const MOST_GROWTH = 150_000_000;

const shop = forTests(startShop);

it("An export of a million connections streams: memory stays where it was, and a slow reader costs none (spec/law#data-export)", async () => {
  const customer = await shop.customer();
  await customer.get("addSubUser", { account: "shopone1", trafficGb: 0, password: "Canary77x" });
  for (let at = 0; at < ROWS; at += ROWS_AT_ONCE)
    await sql`insert into connection_trace (id, at, ms, account_id, sub_account_id, client, product, protocol,
      target, country, outcome, reason, detail, up_bytes, down_bytes, gateway, exit_ip)
    select gen_random_uuid(), now(), 5, account_id, id, '198.51.100.7', 'traffic', 'http',
      'trace' || n || '.example:443', 'DE', 'ok', '', '', 1, 2, 'local', '203.0.113.9'
    from sub_account, generate_series(1, ${ROWS_AT_ONCE}) n where account_id = ${customer.id}`.execute(
      shop.db,
    );
  const { ticket } = await customer.get("ticket", {
    what: "personalData",
    password: customer.password,
  });
  const used = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = used();
  let [bytes, most, parts] = [0, 0, 0];
  const answer = await fetch(`${shop.url}/v1/personalData?ticket=${ticket}`);
  for await (const part of answer.body ?? []) {
    bytes += (part as Uint8Array).length;
    parts += 1;
    if (parts === 100) await new Promise((resolve) => setTimeout(resolve, 3_000));
    most = Math.max(most, used() - before);
  }
  expect(bytes).toBeGreaterThan(ROWS);
  expect(most).toBeLessThan(MOST_GROWTH);
}, 900_000);
