import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type VerifyLanguage, verifyCode, verifyLanguages } from "./webhook-code.ts";

const key = Buffer.from("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "base64");
const secret = `whsec_${key.toString("base64")}`;
const body = '{"type":"order.paid","data":{"name":"Büro"}}';
const now = () => Math.floor(Date.now() / 1_000);

function signature(at: number, by: Buffer = key): string {
  const mac = createHmac("sha256", by).update(`msg_1.${at}.${body}`).digest("base64");
  return `v1,${mac}`;
}
interface Delivered {
  at: number | string;
  /** Undefined if the header is absent. */
  signatures: string | undefined;
  body?: string;
}

/** Programs that print whether a delivery, read from stdin as JSON, is genuine. */
const programs: Record<VerifyLanguage, { file: string; command: string; main: string }> = {
  node: {
    file: "check.mjs",
    command: process.execPath,
    main: `import { readFileSync } from "node:fs";
const { secret, headers, body } = JSON.parse(readFileSync(0, "utf8"));
console.log(isGenuine(secret, headers, body));`,
  },
  python: {
    file: "check.py",
    command: "python3",
    main: `import json, sys
given = json.load(sys.stdin)
print(str(is_genuine(given["secret"], given["headers"], given["body"].encode())).lower())`,
  },
};

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "turnpike-verify-"));
  for (const language of verifyLanguages) {
    const { file, main } = programs[language];
    writeFileSync(path.join(folder, file), verifyCode(language) + main);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function judged(language: VerifyLanguage, delivered: Delivered): string {
  const { file, command } = programs[language];
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(delivered.at),
    "webhook-signature": delivered.signatures,
  };
  const input = JSON.stringify({ secret, headers, body: delivered.body ?? body });
  const options = { input, encoding: "utf8", timeout: 20_000 } as const;
  return execFileSync(command, [path.join(folder, file)], options).trim();
}

it.each(verifyLanguages)("%s: accepts a delivery just signed with the secret", (language) => {
  const at = now();
  expect(judged(language, { at, signatures: signature(at) })).toBe("true");
});

it.each(verifyLanguages)("%s: accepts one valid signature among several", (language) => {
  const at = now();
  const other = signature(at, Buffer.from("another secret"));
  expect(judged(language, { at, signatures: `${other} ${signature(at)}` })).toBe("true");
  expect(judged(language, { at, signatures: other })).toBe("false");
});

it.each(verifyLanguages)("%s: refuses a changed body or a malformed signature", (language) => {
  const at = now();
  const changed = body.replace("paid", "lost");
  expect(judged(language, { at, signatures: signature(at), body: changed })).toBe("false");
  expect(judged(language, { at, signatures: "v1,ä" })).toBe("false");
  expect(judged(language, { at, signatures: "" })).toBe("false");
});

it.each(verifyLanguages)("%s: refuses an old timestamp", (language) => {
  const at = now() - 400;
  expect(judged(language, { at, signatures: signature(at) })).toBe("false");
});

it.each(verifyLanguages)(
  "%s: refuses a missing signature or malformed timestamp without failing",
  (language) => {
    expect(judged(language, { at: now(), signatures: undefined })).toBe("false");
    expect(judged(language, { at: "soon", signatures: signature(now()) })).toBe("false");
  },
);
