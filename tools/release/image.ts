/** Builds the OCI image of a release with buildah, from the staged folder. */
import { execFileSync } from "node:child_process";
import path from "node:path";
import type { Architecture } from "./packages.ts";

interface Image {
  folder: string;
  dist: string;
  version: string;
  architecture: Architecture;
  madeAt: number;
}

/**
 * Makes `turnpike-VERSION-linux-ARCH.oci.tar` and returns its path. The base is `TURNPIKE_BASE_IMAGE`,
 * Debian's own unless set.
 */
export function packImage({ folder, dist, version, architecture, madeAt }: Image): string {
  const file = path.join(dist, `turnpike-${version}-linux-${architecture}.oci.tar`);
  const base = process.env["TURNPIKE_BASE_IMAGE"] ?? "docker.io/library/debian:bookworm-slim";
  const processor = architecture === "x64" ? "amd64" : architecture;
  const options = ["--arch", processor, "--timestamp", String(madeAt), "--format", "oci"];
  execFileSync(
    "buildah",
    [
      "build",
      ...options,
      "--build-arg",
      `BASE=${base}`,
      "--tag",
      `oci-archive:${file}`,
      "--file",
      path.join(folder, "deploy/Containerfile"),
      folder,
    ],
    { stdio: "inherit" },
  );
  return file;
}
