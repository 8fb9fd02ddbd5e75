import { describe, expect, test } from "vitest";
import type { DestinationPolicy } from "./destination.ts";
import { readWebhookUrl } from "./webhook-address.ts";

const policy: DestinationPolicy = {
  allow: new Set(["127.0.0.1:7999"]),
  ownAddresses: new Set(["198.41.0.4"]),
  ownNames: new Set(["proxy.example.com"]),
};
const why = (text: string, plain = false) => {
  const read = readWebhookUrl(text, { plain, policy });
  return read.ok ? "ok" : read.why;
};

describe("A webhook URL", () => {
  test.each([
    "https://example.com/hook",
    "https://example.com:8443/a?b=c#d",
    "https://93.184.216.34/hook",
    "https://[2606:4700::1111]/hook",
    "https://münchen.example/",
    "HTTPS://EXAMPLE.com",
  ])("may be %s", (text) => expect(why(text)).toBe("ok"));

  test("must be https outside the lab", () => {
    expect(why("http://example.com/")).toBe("badWebhookUrl");
    expect(why("http://example.com/", true)).toBe("ok");
  });

  test.each([
    "",
    "example.com",
    "ftp://example.com/",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "https://",
    "https://user@example.com/",
    "https://user:password@example.com/",
    "https://@example.com/",
    "https:\\\\example.com\\",
    "https:/example.com/",
    "https://exa mple.com/",
    "https://example.com/a b",
    "https://example.com:0/",
    "https://1572395042/",
    "https://0x5d.0xb8.0xd8.0x22/",
    "https://93.184.216.034/",
    `https://example.com/${"a".repeat(500)}`,
  ])("may not be %j", (text) => expect(why(text, true)).toBe("badWebhookUrl"));

  test.each([
    "https://127.0.0.1/",
    "https://127.0.0.1:7998/",
    "https://10.0.0.1/",
    "https://169.254.169.254/latest",
    "https://[::1]/",
    "https://[::ffff:7f00:1]/",
    "https://localhost/",
    "https://printer.local/",
    "https://intranet/",
    "https://198.41.0.4/",
    "https://proxy.example.com/",
    "https://PROXY.example.com./",
  ])("may not lead to an internal address: %s", (text) =>
    expect(why(text, true)).toBe("internalWebhookUrl"),
  );

  test("may be the lab's target, only in its exact spelling", () => {
    expect(why("http://127.0.0.1:7999/sink", true)).toBe("ok");
    expect(why("http://127.1:7999/sink", true)).toBe("badWebhookUrl");
    expect(why("http://2130706433:7999/sink", true)).toBe("badWebhookUrl");
    expect(why("http://127.0.0.2:7999/sink", true)).toBe("internalWebhookUrl");
  });
});
