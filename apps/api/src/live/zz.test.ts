import { test, expect } from "vitest";
import { startHubApi } from "../request-log/testing.ts";
import { openLive } from "./testing.ts";
test("long", async () => {
  const api = await startHubApi();
  const who = await api.register();
  const s = await openLive(api.url, { session: who.session });
  await new Promise((r) => setTimeout(r, 66_000));
  console.log(s.ended, s.events.length);
  expect(s.ended).toBe(false);
  s.close();
  await api.stop();
}, 80_000);
