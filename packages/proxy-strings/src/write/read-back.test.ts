/** The lines that the dashboard writes are read by the local manager and by the proxy test. */
import { readEndpoint } from "@turnpike/rules/read-endpoint.ts";
import { expect, test } from "vitest";
import { proxyFileOf } from "./proxy-file.ts";
import { proxyFormatFacts, proxyFormatNames } from "./proxy-formats.ts";

test.each(proxyFormatNames.filter((name) => proxyFormatFacts(name).group === "lists"))(
  "A line that is written as %s is read back (spec/manager#calls)",
  (format) => {
    const place = { country: "DE", city: "berlin", expires: "", remark: "" };
    for (const host of ["gw.example", "203.0.113.7", "2001:db8::7"]) {
      const login = { user: "alpha001-region-us", password: "Secret99" };
      const line = proxyFileOf(format, [{ host, port: 7000, ...login, ...place }]);
      const { user: username, password } = proxyFormatFacts(format).password
        ? login
        : { user: "", password: "" };
      const protocol = format === "url" ? "http" : null;
      expect(readEndpoint(line)).toEqual({ protocol, host, port: 7000, username, password });
    }
  },
);
