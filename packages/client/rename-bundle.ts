/** Names what `npm pack` made without its version: it is given out at one address. */
import { renameSync } from "node:fs";

const dist = new URL("dist/", import.meta.url);
const packed = `turnpike-client-${process.env.npm_package_version}.tgz`;
renameSync(new URL(packed, dist), new URL("turnpike-client.tgz", dist));
