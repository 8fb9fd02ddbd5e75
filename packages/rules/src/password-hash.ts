/**
 * Password hashes that other programs wrote (docs/moving-in.md): which forms are taken over, and at
 * what cost. A hash is computed whenever somebody tries a password, so its cost is bounded.
 */

/** How a hash is compared; `argon2` is our own form, at any cost within the bounds. */
export type HashForm = "argon2" | "bcrypt" | "scrypt" | "phpass";
export type JudgedHash = { form: HashForm } | { fault: string };
/** The parts of a scrypt hash; `salt` and `hash` are written as `encoding` says. */
export interface ScryptParts {
  N: number;
  r: number;
  p: number;
  salt: string;
  hash: string;
  encoding: "base64" | "hex";
}

const bcryptCost = { least: 4, most: 14 };
/** 128 MiB. */
const maxMemoryBytes = 128 * 1024 * 1024;
/** Memory that is written in all passes: about a second. */
const maxWorkBytes = 1024 * 1024 * 1024;
const maxLanes = 16;
const phpassLog2 = { least: 7, most: 16 };
const maxLength = 512;

const bcrypt = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const argon2 =
  /^\$argon2id\$v=19\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,4})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;
const scryptPhc =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,4}),p=(\d{1,4})\$([A-Za-z0-9+/]{1,86})\$([A-Za-z0-9+/]{22,86})$/;
const scryptWerkzeug =
  /^scrypt:(\d{1,12}):(\d{1,4}):(\d{1,4})\$([^$\s]{1,86})\$([0-9a-f]{32,128})$/;
const phpass = /^\$[PH]\$([./0-9A-Za-z])[./0-9A-Za-z]{30}$/;

/** The alphabet of phpass, in the order of its values. */
export const phpassLetters = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const beyond = (what: string) => ({
  fault: `${what} is out of bounds: let its owner set a new one`,
});

/** Says how a hash is compared, or why it is not taken over. */
export function judgePasswordHash(text: string): JudgedHash {
  if (text.length > maxLength) return { fault: "is too long for a password hash" };
  if (/^\$2[a-z]?\$/.test(text)) return judgeBcrypt(text);
  if (text.startsWith("$argon2")) return judgeArgon2(text);
  if (text.startsWith("$scrypt$") || text.startsWith("scrypt:")) return judgeScrypt(text);
  const letter = phpass.exec(text)?.[1];
  if (letter === undefined) return { fault: "is no hash of bcrypt, scrypt, argon2id or phpass" };
  const rounds = phpassLetters.indexOf(letter);
  return rounds < phpassLog2.least || rounds > phpassLog2.most
    ? beyond(`the cost 2^${rounds} of this phpass hash`)
    : { form: "phpass" };
}

function judgeBcrypt(text: string): JudgedHash {
  const cost = bcrypt.exec(text)?.[1];
  if (cost === undefined) return { fault: "is no bcrypt hash ($2a$, $2b$ or $2y$)" };
  return Number(cost) < bcryptCost.least || Number(cost) > bcryptCost.most
    ? beyond(`the cost ${Number(cost)} of this bcrypt hash`)
    : { form: "bcrypt" };
}

function judgeArgon2(text: string): JudgedHash {
  const [, memory, passes, lanes] = (argon2.exec(text) ?? []).map(Number);
  if (memory === undefined || passes === undefined || lanes === undefined)
    return { fault: "is no argon2id hash of version 19" };
  const bytes = memory * 1024;
  const fits =
    passes >= 1 &&
    lanes >= 1 &&
    lanes <= maxLanes &&
    memory >= 8 * lanes &&
    bytes <= maxMemoryBytes &&
    bytes * passes <= maxWorkBytes;
  return fits ? { form: "argon2" } : beyond(`the cost m=${memory},t=${passes},p=${lanes}`);
}

function judgeScrypt(text: string): JudgedHash {
  const parts = scryptParts(text);
  if (parts === null) return { fault: "is no scrypt hash ($scrypt$ln=…,r=…,p=… or scrypt:N:r:p)" };
  const { N, r, p } = parts;
  const bytes = 128 * N * r;
  const fits =
    Number.isInteger(Math.log2(N)) &&
    N >= 2 &&
    r >= 1 &&
    p >= 1 &&
    p <= maxLanes &&
    bytes <= maxMemoryBytes &&
    bytes * p <= maxWorkBytes;
  return fits ? { form: "scrypt" } : beyond(`the cost N=${N},r=${r},p=${p}`);
}

/** Splits a scrypt hash in the PHC form, as passlib writes it, or in Werkzeug's; null for another. */
export function scryptParts(text: string): ScryptParts | null {
  const phc = scryptPhc.exec(text);
  const [, cost = "", r = "", p = "", salt = "", hash = ""] =
    phc ?? scryptWerkzeug.exec(text) ?? [];
  if (hash === "") return null;
  const N = phc ? 2 ** Number(cost) : Number(cost);
  return { N, r: Number(r), p: Number(p), salt, hash, encoding: phc ? "base64" : "hex" };
}
