/** The list of packages in a release (CycloneDX), equal for equal releases. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";

interface Bom {
  serialNumber: string;
  metadata: { timestamp: string };
  components: { "bom-ref": string; scope?: string; purl: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** The folder name of a package, from `pkg:npm/%40scope/name@1.2.3`. */
const nameOf = (purl: string) => decodeURIComponent(purl).replace(/^pkg:npm\/(.+)@[^@]*$/, "$1");

/**
 * The CycloneDX document of a staged release, as JSON: the packages that processes load and those that
 * are built into pages, without the optional ones for other systems. npm writes the time and a random
 * number into it: here both come from the release, so that two builds agree.
 * @param madeAt seconds since 1970
 */
export function sbomOf(folder: string, madeAt: number): string {
  const options = ["--package-lock-only", "--omit=dev", "--sbom-format=cyclonedx"];
  const text = execFileSync("npm", ["sbom", ...options], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 27,
  });
  const bom = JSON.parse(text) as Bom;
  const elsewhere = new Set(
    bom.components
      .filter(({ scope }) => scope === "optional")
      .filter(({ purl }) => !existsSync(path.join(folder, "node_modules", nameOf(purl))))
      .map((component) => component["bom-ref"]),
  );
  bom.components = bom.components.filter((component) => !elsewhere.has(component["bom-ref"]));
  bom.dependencies = bom.dependencies
    .filter(({ ref }) => !elsewhere.has(ref))
    .map(({ ref, dependsOn }) => ({
      ref,
      dependsOn: dependsOn.filter((other) => !elsewhere.has(other)),
    }));
  bom.metadata.timestamp = new Date(madeAt * 1_000).toISOString();
  bom.serialNumber = "";
  const hash = createHash("sha256").update(JSON.stringify(bom)).digest("hex");
  const digits = [hash.slice(0, 8), hash.slice(8, 12), `4${hash.slice(13, 16)}`];
  bom.serialNumber = `urn:uuid:${digits.join("-")}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
  return `${JSON.stringify(bom, null, 2)}\n`;
}
