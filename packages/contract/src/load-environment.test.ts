import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { folderForTests } from "@turnpike/net/testing/for-tests.ts";
import { loadEnvironment } from "./load-environment.ts";

const folder = folderForTests();
let files = 0;
function file(text: string): string {
  const name = path.join(folder, `${files++}`);
  writeFileSync(name, text);
  return name;
}

describe("NAME_FILE (spec/environment#settings)", () => {
  it("sets NAME to the file's content without its last line break", () => {
    const SMTP_URL_FILE = file("smtp://mail.example/?pass=a b\n\n");
    expect(loadEnvironment({ SMTP_URL_FILE }).SMTP_URL).toBe("smtp://mail.example/?pass=a b\n");
  });

  it("is rejected if NAME is also set, if unreadable or empty, or for a setting that is not a secret", () => {
    const SMTP_URL_FILE = file("smtp://a.example");
    const refused = (given: Record<string, string>, why: string) =>
      expect(() => loadEnvironment(given)).toThrow(why);
    refused(
      { SMTP_URL_FILE, SMTP_URL: "smtp://b.example" },
      "SMTP_URL and SMTP_URL_FILE: set only",
    );
    refused({ SMTP_URL_FILE: "/nowhere/x" }, "SMTP_URL_FILE: ENOENT");
    refused({ SMTP_URL_FILE: file("\n") }, "SMTP_URL_FILE: ");
    refused({ PORT_FILE: SMTP_URL_FILE }, "PORT_FILE: only secrets are read from files; set PORT");
  });
});

describe("TURNPIKE_ENV_FILE", () => {
  it("is parsed like systemd's EnvironmentFile; the environment takes precedence", () => {
    const text = [
      "# a comment",
      "; another",
      "",
      'SELLER_NAME="Example \\"Proxies\\" \\$1"  ',
      "  MAIL_FROM = 'Example <a@example.com>'",
      "SUPPORT_URL=https://example.com/?a=b#c",
      "PORT=3100",
      `SMTP_URL_FILE=${file("smtp://a.example")}`,
    ].join("\n");
    const env = loadEnvironment({ TURNPIKE_ENV_FILE: file(text), PORT: "3200" });
    expect(env.SELLER_NAME).toBe('Example "Proxies" $1');
    expect(env.MAIL_FROM).toBe("Example <a@example.com>");
    expect(env.SUPPORT_URL).toBe("https://example.com/?a=b#c");
    expect(env).toMatchObject({ PORT: 3200, SMTP_URL: "smtp://a.example" });
  });

  it.each([
    ["PORT", "line 1 is not NAME=value"],
    ['SELLER_NAME="a', "line 1: the quotes do not match"],
    ["POTR=1", "POTR: is no setting, did you mean PORT?"],
    ["PATH=/bin", "PATH: is no setting"],
    ["PORT_FILE=x", "PORT_FILE: only secrets are read from files"],
  ])("is rejected with %s", (text, why) => {
    expect(() => loadEnvironment({ TURNPIKE_ENV_FILE: file(text) })).toThrow(why);
  });

  it("is rejected if it cannot be read", () => {
    const input = { TURNPIKE_ENV_FILE: "/nowhere/x" };
    expect(() => loadEnvironment(input)).toThrow("TURNPIKE_ENV_FILE: ENOENT");
  });
});

describe("a misspelt name in the environment", () => {
  it.each([
    ["GATEWAY_WORKER", "GATEWAY_WORKERS"],
    ["DATABASEURL", "DATABASE_URL"],
    ["STRIPE_SERCET_KEY", "STRIPE_SECRET_KEY"],
    ["STRIPE_SECRET_KEYFILE", "STRIPE_SECRET_KEY_FILE"],
    ["PUBLIC_URI", "PUBLIC_URL"],
  ])("%s is rejected and %s suggested", (name, meant) => {
    const why = `${name}: is no setting, did you mean ${meant}?`;
    expect(() => loadEnvironment({ [name]: "1" })).toThrow(why);
  });

  it("variables of other programs are ignored", () => {
    const names =
      "HOME HOSTNAME HOSTTYPE PATH TERM PWD MAIL LANG USER NODE_PATH NODE_OPTIONS LOGNAME PORTS INVOCATION_ID SSL_CERT_FILE JOURNAL_STREAM CREDENTIALS_DIRECTORY HTTP_PROXY XDG_DATA_DIRS npm_config_cache";
    loadEnvironment(Object.fromEntries(names.split(" ").map((name) => [name, "1"])));
  });

  it("an IPv6 address to listen on is read with and without brackets", () => {
    for (const METRICS_HOST of ["::1", "[::1]", " ::1 "]) {
      expect(loadEnvironment({ METRICS_HOST }).METRICS_HOST).toBe("::1");
    }
    expect(loadEnvironment({ HOST: "[::1]", GATEWAY_HOSTS: "127.0.0.1" }).HOST).toBe("::1");
  });
});

it.each([
  [{ GOOGLE_CLIENT_SECRET: "x" }, "GOOGLE_CLIENT_SECRET: is of no use without GOOGLE_CLIENT_ID"],
  [{ METRICS_HOST: "0.0.0.0" }, "METRICS_HOST: needs METRICS_TOKEN where it is not loopback"],
  [{ TLS_CERT: "a.pem" }, "TLS_KEY: has to be set with TLS_CERT, TLS_KEY"],
  [{ PORT: "7000" }, "PORT and GATEWAY_PORT: both are 7000"],
  [{ STRIPE_SECRET_KEY: "x" }, "STRIPE_WEBHOOK_SECRET: has to be set with STRIPE_SECRET_KEY"],
  [{ PORT: "x", LOOKUP_PORT: "-1" }, /^PORT: expected number, received NaN\nLOOKUP_PORT: /],
])("invalid or contradictory settings are rejected: %o", (given, why) => {
  expect(() => loadEnvironment(given)).toThrow(why);
});
