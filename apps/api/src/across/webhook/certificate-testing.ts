/** Creates X.509 certificates (RFC 5280) for tests byte by byte, so that no tool is needed. */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

type Der = Buffer<ArrayBufferLike>;

function der(tag: number, ...parts: Der[]): Der {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}
const sequence = (...parts: Der[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
const distinguishedName = (name: string) =>
  sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(name)))));
const instant = (ms: number) => {
  const digits = new Date(ms).toISOString().slice(0, 19).replace(/\D/g, "");
  return der(0x18, Buffer.from(`${digits}Z`));
};

export interface TestCertificate {
  key: string;
  cert: string;
}
interface Signer {
  name: string;
  key: KeyObject;
}

/**
 * Creates a certificate for an IPv4 address or a name, valid from an hour ago until `until`;
 * self-signed unless a signer is given.
 */
export function certificateFor(
  host: string,
  { until = Date.now() + 3_600_000, signer }: { until?: number; signer?: Signer } = {},
): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const by = signer ?? { name: host, key: privateKey };
  const isAddress = /^[\d.]+$/.test(host);
  const subject = isAddress
    ? der(0x87, Buffer.from(host.split(".").map(Number)))
    : der(0x82, Buffer.from(host));
  const alternative = sequence(oid("551d11"), der(0x04, sequence(subject)));
  const tbsCertificate = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    distinguishedName(by.name),
    sequence(instant(until - 7_200_000), instant(until)),
    distinguishedName(host),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(alternative)),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", tbsCertificate, by.key));
  const bytes = sequence(tbsCertificate, ecdsaWithSha256, signature).toString("base64");
  const lines = bytes.match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
  };
}

/** A certificate authority that nobody trusts. */
export function unknownAuthority(): Signer {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { name: "A certificate authority that nobody knows", key: privateKey };
}
