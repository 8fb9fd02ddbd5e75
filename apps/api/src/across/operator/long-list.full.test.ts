/** A bought list of 500 lines, from the file to a customer's request (spec/supply#lists). */
import { expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { giveStatics } from "../../products/static/give-testing.ts";
import { startBoughtStage } from "./testing/bought.ts";
import { operateJson } from "./testing.ts";

const many = 500;
const maxMs = 60_000;

const stage = forTests(async () => {
  const exits = Array.from({ length: many }, (_, at) => `127.9.${8 + (at >> 8)}.${at & 255}`);
  return startBoughtStage({ exits });
});

it("500 lines are sellable within a minute, and one that is bought works in the same second", async () => {
  const { api, ada, lines } = stage;
  const options = ["--list", "--product", "static", "--country", "DE", "--how", "http"];
  const began = performance.now();
  const { said } = await operateJson(
    api.services,
    "exits",
    "import",
    stage.fileOf(lines.offered.join("\n")),
    ...options,
    "--provenance",
    "Acme, contract 2026-17",
  );
  expect(said).toMatchObject({ added: many, failed: [] });
  await stage.opened(many);
  const { data } = await api.send("staticList", { session: ada.session });
  const stock = data.items.reduce((sum, { available }) => sum + available, 0);
  const tookMs = Math.round(performance.now() - began);
  process.stdout.write(`${many} lines sellable after ${tookMs} ms\n`);
  expect(stock).toBe(many);
  expect(tookMs).toBeLessThan(maxMs);
  await giveStatics(api.services, ada.id, { num: 20, country: "DE", password: "open77x" });
  const bought = await api.send("staticUseList", { session: ada.session, limit: 20 });
  expect(bought.data.items).toHaveLength(20);
  for (const one of bought.data.items) expect(await stage.addressThrough(one)).toBe(one.exitIp);
}, 180_000);
