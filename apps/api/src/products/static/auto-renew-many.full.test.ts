import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { bucketsOf } from "../../ledger/testing.ts";
import { startShop } from "../../identity/session/testing.ts";
import { autoRenew } from "./auto-renew.ts";
import { withStatics } from "./renew-testing.ts";

const shop = forTests(startShop);

it("5,000 IPs without funds do not keep IPs that end later from renewal by credit (spec/static#auto-renew)", async () => {
  const { customer, ids } = await withStatics(shop, { num: 1, days: 30, credits: 1 });
  const { items } = await withStatics(shop, { customer, num: 1, days: 7 });
  const [poor] = items;
  // Inserts 5,000 more IPs like this one, each with its own exit.
  await sql`
    with like_it as (select e.* from exit e where taken_by = ${poor?.id}), made as (
      insert into exit (id, how, ip, host, port, username, sealed_password, country, state,
        state_name, city, city_name, postal, isp, isp_name, asn, lab, product, provenance,
        created_at)
      select gen_random_uuid(), how, inet '127.77.0.0' + n, host(inet '127.77.0.0' + n), port,
        username, sealed_password, country, state, state_name, city, city_name, postal, isp,
        isp_name, asn, lab, product, provenance, created_at from like_it, generate_series(1, 5000) n returning id, ip)
    insert into static_ip (id, account_id, term, exit_id, ip, country, city, city_name, isp_name,
      asn, days, started_at, expires_at, name, sealed_password, verifier)
    select gen_random_uuid(), account_id, term, m.id, m.ip, country, city, city_name, isp_name,
      asn, days, started_at, expires_at, name, sealed_password, verifier
    from static_ip s, made m where s.id = ${poor?.id}`.execute(shop.db);
  // Those end in 22 hours, the other one later.
  await sql`
    update static_ip set auto_renew = true, started_at = started_at - interval '29 days',
      expires_at = expires_at - case when id = ${ids[0]} then interval '697 hours'
        else interval '146 hours' end
    where account_id = ${customer.id}`.execute(shop.db);
  await autoRenew(shop.services);
  expect(await bucketsOf(shop.services, customer.id)).toEqual({});
}, 60_000);
