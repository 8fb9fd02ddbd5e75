import { expect, it } from "vitest";
import { webhookAgent } from "./brand.ts";

it.each([
  ["Nordlicht Proxies GmbH", "NordlichtProxiesGmbH-Webhooks/1"],
  ["Über-Proxies 24", "ber-Proxies24-Webhooks/1"],
  ["北極光", "Webhooks/1"],
  ['a"b\r\nX: y', "abXy-Webhooks/1"],
])(
  "The agent of webhooks of %s has ASCII letters, digits and dashes alone (spec/brand#names)",
  (name, agent) => {
    expect(webhookAgent(name)).toBe(agent);
  },
);
