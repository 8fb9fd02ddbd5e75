/** Renames the output of `npm pack` to omit the version: it is published at a fixed URL. */
import { renameSync } from "node:fs";

const dist = new URL("dist/", import.meta.url);
const packed = `turnpike-client-${process.env.npm_package_version}.tgz`;
renameSync(new URL(packed, dist), new URL("turnpike-client.tgz", dist));
