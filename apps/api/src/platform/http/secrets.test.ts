/** A2: no valid secret is in any row or in any line of the log. */
import { createHash } from "node:crypto";
import { type CallName, calls } from "@turnpike/contract/calls.ts";
import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { give } from "../../products/cdkey/testing.ts";
import { dumpOf } from "../db/testing.ts";
import { labBrowser } from "../../across/lab/testing.ts";
import { openLog } from "../log/log.ts";
import { startTestApi } from "../../../testing/api.ts";

let written = "";
const log = openLog("trace", "api", { write: (line) => void (written += line) });
const api = forTests(() => startTestApi({ log }));

/** The credentials seen during the test, by what they are. */
const secrets = new Map<string, string>();
const keep = (what: string, secret: string) => {
  expect([what, secret.length > 5]).toEqual([what, true]);
  secrets.set(what, secret);
  return secret;
};

type Data = Record<string, string> & { recoveryCodes?: string[] };
async function ask(name: CallName, fields: Record<string, string>, wanted = 0): Promise<Data> {
  const answer = await fetch(api.url + calls[name].path, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: Data };
  if (code !== wanted) throw new Error(`${name}: ${code} ${msg}`);
  return data;
}
const codeTo = async (address: string) => {
  const answer = await fetch(`${api.url}/lab/mails?to=${encodeURIComponent(address)}`);
  const [mail] = (await answer.json()) as { text: string }[];
  return /^\d{6}$/m.exec(mail?.text ?? "")?.[0] ?? "";
};
const totp = (secret: string) => {
  const timestamp = api.services.world.now();
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
};
const step = () => api.services.world.setOffset(api.services.world.offsetMs() + 61_000);

const email = "holder@example.com";
const spare = "spare@example.com";

/** Signs up and uses everything that creates, shows or takes a secret; returns the session. */
async function useEverything(): Promise<void> {
  const password = keep("password", "Zebra-Crossing7");
  const input = { email, password, agree: "1" };
  const { session = "" } = await ask("signup", input);
  keep("first token", session);
  await ask("verifyMail", { session, code: keep("code to verify", await codeTo(email)) });
  const wrong = keep("wrong password", "Wrong-Guess-42");
  await ask("signin", { ...input, password: wrong }, 401);
  keep("second token", (await ask("signin", input)).session ?? "");
  keep("first key", (await ask("member", { session })).accessKey ?? "");
  keep("second key", (await ask("upAccessKey", { session })).accessKey ?? "");

  const { ticket = "" } = await ask("webauto", { session });
  keep("ticket", ticket);
  keep("token by ticket", (await ask("webauto", { ticket })).session ?? "");
  keep("unused ticket", (await ask("webauto", { session })).ticket ?? "");

  const sub = { session, account: "secretOne", trafficGb: "0" };
  const { id = "" } = await ask("addSubUser", {
    ...sub,
    password: keep("proxy password", "px7Kq3Zw"),
  });
  await ask("upSubUserPasswd", {
    session,
    id,
    password: keep("second proxy password", "ny4Rt8Vb"),
  });

  const { id: holder = "" } = (await ask("member", { session })) as Data;
  await give(api.services, holder, { asset: "static30", amount: 2 });
  await give(api.services, holder, { asset: "short1", amount: 1 });
  const place = { session, country: "FI", account: "secretTwo", num: "1" };
  const pass = keep("static password", "kx5Wm2Hd");
  const requestId = "secret-request-1";
  const bought = await ask("staticUse", { ...place, days: "30", password: pass, requestId });
  const [long] = bought.items as unknown as Data[];
  await ask("staticUse", { ...place, days: "30" }).then(({ items }) => {
    const [random] = items as unknown as Data[];
    keep("random static password", random?.password ?? "");
  });
  const brief = keep("short-term password", "jd8Vn4Tc");
  await ask("shortExtract", { ...place, days: "1", password: brief });
  await look();
  const changed = keep("changed static password", "hf3Yp6Sb");
  await ask("staticUpdate", { session, id: long?.id ?? "", password: changed });
  await look();
  const reset = { session, account: "secretTwo", password: keep("reset password", "gv9Xk4Rm") };
  await ask("staticUpdateAll", reset);
  await ask("staticUseList", { session });
  const extraction = (await ask("apiLinkAdd", { session, plan: "ip" })).item as unknown as Data;
  keep("extraction token", new URL(extraction.url ?? "").searchParams.get("token") ?? "");
  await fetch(extraction.url ?? "");
  await ask("apiLinks", { session });

  await ask("mailCode", { session, scene: "secureMail", email: spare });
  const spareCode = await codeTo(spare);
  await ask("secureMail", { session, email: spare, code: spareCode, password });
  await ask("mailCode", { session, scene: "cancel" });
  keep("code to close", await codeTo(email));

  const { secret = "" } = await ask("mfaSecret", { session });
  keep("MFA secret", secret);
  keep("MFA secret's bytes", Buffer.from(Secret.fromBase32(secret).buffer).toString("latin1"));
  const { recoveryCodes = [] } = await ask("bindMFa", { session, code: totp(secret) });
  recoveryCodes.forEach((code, n) => keep(`recovery code ${n}`, code));
  await ask("signin", input, 460);
  await ask("signin", { ...input, mfaCode: "000000" }, 461);
  step();
  const mfaCode = keep("MFA code", totp(secret));
  keep("token by MFA", (await ask("signin", { ...input, mfaCode })).session ?? "");
  const [recovery = ""] = recoveryCodes;
  keep("token by recovery", (await ask("signin", { ...input, mfaCode: recovery })).session ?? "");

  const { url = "" } = (await ask("loginOptions", { session })).google as unknown as Data;
  const back = await labBrowser().signIn(url, { email: "holder.google@example.com" });
  const brought = Object.fromEntries(back.searchParams) as { code: string; state: string };
  keep("provider's code", brought.code);
  step();
  const fresh = totp(secret);
  await ask("gBind", { session, provider: "google", ...brought, mfaCode: fresh });

  await look();
  await ask("mailCode", { scene: "forgot", email });
  const code = await codeTo(email);
  step();
  await ask("repwd", {
    email,
    code,
    password: keep("new password", "Giraffe-Meadow9"),
    mfaCode: totp(secret),
  });
  await ask("mailCode", { scene: "forgot", email: spare });
  keep("code to recover", await codeTo(spare));
  step();
  const last = { email, password: "Giraffe-Meadow9", agree: "1", mfaCode: totp(secret) };
  keep("last token", (await ask("signin", last)).session ?? "");
  await look();
}

/** All rows seen by `look`, by table. */
const seen = new Map<string, Set<string>>();
const rows = new Map<string, string>();
async function look() {
  for (const [table, texts] of await dumpOf(api.db)) {
    const all = new Set([...(seen.get(table) ?? []), ...texts]);
    seen.set(table, all);
    rows.set(table, [...all].join("\n"));
  }
}
/** The places in which a secret is found, in any spelling. */
const places = (secret: string) => {
  const known = spellings(secret);
  return [...rows, ["the log", written] as const]
    .filter(([, text]) => known.some((one) => one.test(text)))
    .map(([place]) => place);
};

/** The ways in which a text could be stored: plain, without dashes, base64, hex. */
function spellings(secret: string): RegExp[] {
  const bytes = Buffer.from(secret, /^[\x20-\x7e]*$/.test(secret) ? "utf8" : "latin1");
  // Six digits occur in any hash and instant: they count only where they stand alone.
  if (/^\d{6}$/.test(secret)) return [new RegExp(`(?<![\\w.+-])${secret}(?![\\w])`)];
  const texts = [secret, secret.replaceAll("-", ""), bytes.toString("hex")]
    .concat(bytes.toString("base64").slice(0, -4), bytes.toString("base64url").slice(0, -4))
    // A plain hash of a six-digit code or a short password can be reversed in a second.
    .concat(
      createHash("sha256")
        .update(bytes)
        .digest("hex")
        .slice(0, secret.length > 30 ? 0 : 64),
    );
  return texts
    .filter((text) => text.length > 5)
    .map((text) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i"));
}

describe("A database dump and the log (A2)", () => {
  it("contain no secret that grants access", async () => {
    await useEverything();
    const found = [...secrets].map(([what, secret]) => [what, ...places(secret)]);
    expect(found.filter(([, ...somewhere]) => somewhere.length > 0)).toEqual([]);
    expect(secrets.size).toBeGreaterThan(30);
  }, 60_000);

  it("contain public values and hashes of secrets, which proves that the search works", () => {
    expect(places(email)).toEqual(["account", "mail", "mail_code", "throttle"]);
    expect(places("secretOne")).toEqual(["sub_account"]);
    expect(places("secretTwo")).toEqual(["static_ip"]);
    expect(places("/v1/signin")).toEqual(["the log"]);
    const token = secrets.get("last token") ?? "";
    const raw = Buffer.from(token, "base64url");
    const hashes = [token, raw].map((each) => createHash("sha256").update(each).digest("hex"));
    expect(hashes.flatMap(places)).toContain("session");
    for (const table of ["ticket", "mfa", "mfa_recovery_code"])
      expect([table, (rows.get(table) ?? "").length > 0]).toEqual([table, true]);
  });
});
