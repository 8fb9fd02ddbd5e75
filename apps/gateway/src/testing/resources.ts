/** Resources for tests, in the hub's format. */
import { createHash, randomBytes, scryptSync } from "node:crypto";
import type { ExitFact, Fact, LookupKeys, SubAccountFact } from "@turnpike/contract/data-plane.ts";
import {
  slowCost,
  slowHashBytes,
  slowSaltBytes,
  slowVerifier,
} from "@turnpike/rules/proxy-verifier.ts";

/** Hex SHA-256 of `name:password`, the name in lower case. */
export function verifierOf(name: string, password: string): string {
  return createHash("sha256").update(`${name}:${password}`).digest("hex");
}

/** A slow verifier of the same; each has a salt of its own. */
export function slowVerifierOf(name: string, password: string): string {
  const salt = randomBytes(slowSaltBytes);
  const fast = Buffer.from(verifierOf(name, password), "hex");
  const hash = scryptSync(fast, salt, slowHashBytes, slowCost);
  return slowVerifier(salt.toString("base64url"), hash.toString("base64url"));
}

/** The limits of a sub-account without any restrictions. */
export const noLimits: SubAccountFact["limits"] = {
  maxConnections: null,
  allowDomains: [],
  denyDomains: [],
  spent: null,
};

let lastExit = 0;
/** A lab exit with its own address. */
export function labExit(changed: Partial<ExitFact> = {}): ExitFact {
  lastExit += 1;
  const ip = changed.ip ?? `127.1.${Math.floor(lastExit / 250)}.${(lastExit % 250) + 1}`;
  return {
    kind: "exit",
    id: `exit-${lastExit}`,
    how: "local",
    ip,
    host: ip,
    port: 0,
    user: "",
    password: "",
    country: "DE",
    state: "hesse",
    city: "frankfurt",
    postal: "60311",
    isp: "telekom",
    asn: 3320,
    lab: true,
    product: "pool",
    ...changed,
  };
}

/** Whether one of the keys matches; with an address all sub-accounts, as any may be whitelisted. */
export function isNamed(fact: Fact, { name, address, exitId, portId }: LookupKeys): boolean {
  if (fact.kind === "subAccount") return fact.name === name || address !== undefined;
  if (fact.kind === "whitelist") return fact.ip === address;
  if (fact.kind === "staticIp") return fact.exitId === exitId;
  return fact.kind !== "exit" && fact.id === portId;
}
