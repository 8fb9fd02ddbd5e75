import { expect, it } from "vitest";
import { proxyToken, quotedRealm, webhookAgent } from "./brand.ts";

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

it("A realm is a quoted-string: quotes and backslashes are escaped, no line ends in it (spec/brand#names)", () => {
  expect(quotedRealm('Müller "Proxy" \\ Co')).toBe('"Müller \\"Proxy\\" \\\\ Co"');
  expect(quotedRealm("a\r\nX: y")).toBe('"aX: y"');
});

it("A name is a token of headers by its Latin letters (spec/brand#names)", () => {
  expect(["Turnpike", "Über Proxies 24", "北極光", "24/7"].map(proxyToken)).toEqual([
    "turnpike",
    "uber-proxies-24",
    "proxy",
    "proxy",
  ]);
});
