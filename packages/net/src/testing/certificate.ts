/** Creates self-signed certificates for tests, with openssl. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { CertificateFiles } from "../certificate.ts";

/** Writes a pair for 127.0.0.1 and localhost to a folder; replaces one of the same name. */
export function makeCertificate(
  folder: string,
  name = "edge",
  days = 2,
): CertificateFiles & { ca: string } {
  const [certFile, keyFile] = [path.join(folder, `${name}.pem`), path.join(folder, `${name}.key`)];
  const key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes".split(" ");
  const names = ["-addext", "subjectAltName=IP:127.0.0.1,IP:::1,DNS:localhost"];
  const files = ["-keyout", keyFile, "-out", certFile];
  const subject = ["-subj", `/CN=${name}`, "-days", String(days)];
  execFileSync("openssl", ["req", "-x509", ...key, ...names, ...files, ...subject], {
    stdio: "pipe",
  });
  return { certFile, keyFile, ca: readFileSync(certFile, "utf8") };
}
