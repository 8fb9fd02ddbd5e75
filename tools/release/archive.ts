/** Packs a staged release, so that the same sources give the same bytes. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Architecture } from "./packages.ts";

const debianNames: Record<Architecture, string> = { x64: "amd64", arm64: "arm64" };

/** Whether a program is installed. */
export const hasProgram = (name: string): boolean =>
  (process.env["PATH"] ?? "")
    .split(path.delimiter)
    .some((folder) => existsSync(path.join(folder, name)));

/** Packs `folder` (its name is the archive's only entry) into the file `to`; `madeAt` in seconds. */
export function packTarball(folder: string, to: string, madeAt: number): void {
  const same = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", `--mtime=@${madeAt}`];
  const modes = "--mode=u+rwX,go+rX,go-w";
  const options = [...same, modes, "--format=gnu", "-C", path.dirname(folder)];
  // Without a name and a time in its head.
  const gzip = "--use-compress-program=gzip -n -9";
  execFileSync("tar", [...options, gzip, "-cf", to, path.basename(folder)], { stdio: "inherit" });
}

const control = (version: string, architecture: string) => `Package: turnpike
Version: ${version}
Architecture: ${architecture}
Maintainer: The Turnpike authors <turnpike@provider.invalid>
Section: net
Priority: optional
Depends: ca-certificates, libc6 (>= 2.34)
Recommends: caddy
Description: Platform to run a proxy provider
 The shop, the API, the gateway that carries and counts the traffic, and the
 operator's console. It contains its own Node and PostgreSQL.
`;

/** The archive is unpacked by the installer, as by hand: one way to install and upgrade. */
const afterInstall = (tarball: string) => `#!/bin/sh
set -e
[ "$1" = configure ] || exit 0
sh /usr/share/turnpike/install.sh --package --from /usr/share/turnpike/${tarball}
`;
const beforeRemoval = `#!/bin/sh
set -e
[ "$1" = remove ] || exit 0
sh /usr/share/turnpike/install.sh --uninstall --yes
`;
const afterRemoval = `#!/bin/sh
set -e
[ "$1" = purge ] || exit 0
rm -rf /etc/turnpike /var/lib/turnpike
`;

interface Package {
  tarball: string;
  installer: string;
  version: string;
  architecture: Architecture;
  madeAt: number;
  /** A folder that may be written, and is removed afterwards. */
  work: string;
}

/** Makes \`turnpike_VERSION_ARCH.deb\` in the tarball's folder and returns its path. */
export function packDebian({ tarball, installer, version, architecture, madeAt, work }: Package) {
  const name = debianNames[architecture];
  const deb = path.join(path.dirname(tarball), `turnpike_${version}_${name}.deb`);
  const share = path.join(work, "usr/share/turnpike");
  const scripts = path.join(work, "DEBIAN");
  rmSync(work, { recursive: true, force: true });
  for (const folder of [share, scripts]) mkdirSync(folder, { recursive: true, mode: 0o755 });
  execFileSync("cp", [tarball, installer, share]);
  writeFileSync(path.join(scripts, "control"), control(version, name));
  const texts = {
    postinst: afterInstall(path.basename(tarball)),
    prerm: beforeRemoval,
    postrm: afterRemoval,
  };
  for (const [file, text] of Object.entries(texts))
    writeFileSync(path.join(scripts, file), text, { mode: 0o755 });
  // The archive inside is compressed already.
  execFileSync("dpkg-deb", ["--root-owner-group", "-Znone", "--build", work, deb], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(madeAt) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  rmSync(work, { recursive: true });
  return deb;
}

/** The SHA-256 of a file, in hexadecimal digits. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest("hex");
}
