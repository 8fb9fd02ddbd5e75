import { readEndpoint } from "@turnpike/rules/read-endpoint.ts";
import { describe, expect, it } from "vitest";
import { recogniseLine } from "./from-line.ts";

const read = (line: string) => {
  const endpoint = readEndpoint(line);
  if (endpoint === null) throw new Error(`${line} is no proxy`);
  return recogniseLine(endpoint);
};

describe("a pasted line (spec/supply#upstreams)", () => {
  it.each([
    [
      "brd.superproxy.io:33335:brd-customer-hl_1a2b-zone-resi_1-country-us:s3cret",
      { preset: "brightdata", login: { id: "hl_1a2b", zone: "resi_1" }, secret: "s3cret" },
    ],
    [
      "customer-my_user-cc-US-sessid-abc:pass@pr.oxylabs.io:7777",
      { preset: "oxylabs", login: { login: "my_user" }, secret: "pass" },
    ],
    [
      "http://user-spabc12-country-de-session-x1:p4ss@gate.decodo.com:7000",
      { preset: "decodo", login: { login: "spabc12" }, secret: "p4ss" },
    ],
    [
      "geo.iproyal.com:12321:acct1:Secret_country-de_session-abc",
      { preset: "iproyal", login: { login: "acct1" }, secret: "Secret" },
    ],
    [
      "gw.dataimpulse.com:823:abcdef__cr.us;sessid.1:pass",
      { preset: "dataimpulse", login: { login: "abcdef" }, secret: "pass" },
    ],
    [
      "gate.nodemaven.com:8080:me_mail_com-country-us:pass",
      { preset: "nodemaven", login: { login: "me_mail_com" }, secret: "pass" },
    ],
  ])("%s is a wholesaler's, whose login is taken out of it", (line, found) => {
    expect(read(line)).toMatchObject(found);
    expect(read(line)?.hosts).toHaveLength(1);
  });

  it.each(["198.51.100.7:8080:user1:pass1", "proxy.example.com:3128:acct-country-us:pass"])(
    "%s is used as it is",
    (line) => {
      expect(read(line)).toBeNull();
    },
  );
});
