import { expect, it } from "vitest";
import { judgePasswordHash, scryptParts } from "./password-hash.ts";

const bcryptOf = (cost: string, kind = "2y") =>
  `$${kind}$${cost}$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`;
const argonOf = (cost: string, kind = "argon2id") =>
  `$${kind}$v=19$${cost}$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc`;
const scryptOf = (cost: string) =>
  `$scrypt$${cost}$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E`;
const werkzeugOf = (cost: string) => `scrypt:${cost}$NaCl$${"ab".repeat(64)}`;
const phpassOf = (letter: string, kind = "P") => `$${kind}$${letter}IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0`;

it.each([
  [bcryptOf("04"), "bcrypt"],
  [bcryptOf("10", "2a"), "bcrypt"],
  [bcryptOf("14", "2b"), "bcrypt"],
  [argonOf("m=65536,t=4,p=1"), "argon2"],
  [argonOf("m=102400,t=2,p=8"), "argon2"],
  [scryptOf("ln=16,r=8,p=1"), "scrypt"],
  [werkzeugOf("32768:8:1"), "scrypt"],
  [phpassOf("9"), "phpass"],
  [phpassOf("B", "H"), "phpass"],
])("takes over %s (docs/moving-in.md#passwords)", (hash, form) => {
  expect(judgePasswordHash(hash)).toEqual({ form });
});

it.each([
  bcryptOf("31"),
  bcryptOf("15"),
  bcryptOf("03"),
  argonOf("m=4194304,t=1,p=1"),
  argonOf("m=65536,t=4294967295,p=1"),
  argonOf("m=19456,t=0,p=1"),
  argonOf("m=19456,t=2,p=0"),
  argonOf("m=19456,t=2,p=255"),
  scryptOf("ln=30,r=8,p=1"),
  scryptOf("ln=14,r=8,p=9999"),
  scryptOf("ln=1,r=0,p=1"),
  werkzeugOf("1073741824:8:1"),
  werkzeugOf("1000:8:1"),
  phpassOf("S"),
  phpassOf("."),
])("refuses %s, whose cost a sign-in cannot bear", (hash) => {
  expect(judgePasswordHash(hash)).toEqual({ fault: expect.stringContaining("out of bounds") });
});

it.each([
  "",
  "5f4dcc3b5aa765d61d8327deb882cf99",
  "password",
  bcryptOf("10", "2x"),
  bcryptOf("10").slice(0, -1),
  `${bcryptOf("10")}\n`,
  argonOf("m=19456,t=2,p=1", "argon2i"),
  "$7$C6..../....SodiumChloride$kBGj9fHznVYFQMEn/qDCfrDevf9YDtcDdKvEqHJLV8D",
  "pbkdf2_sha256$600000$salt$hash",
  `scrypt:1024:8:1$${"a".repeat(600)}$00`,
])("refuses %j, which it cannot compare", (hash) => {
  expect(judgePasswordHash(hash)).toEqual({ fault: expect.stringMatching(/^is /) });
});

it("splits scrypt hashes of both forms", () => {
  expect(scryptParts(scryptOf("ln=16,r=8,p=1"))).toMatchObject({ N: 65_536, encoding: "base64" });
  expect(scryptParts(werkzeugOf("1024:8:16"))).toMatchObject({ N: 1_024, p: 16, salt: "NaCl" });
});
