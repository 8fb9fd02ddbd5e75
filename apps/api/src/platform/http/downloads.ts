/**
 * GET /downloads/proxy-manager.mjs: the local proxy manager (spec/manager#start) as one file,
 * with this provider's dashboards written into it, so that it needs no configuration. GET
 * /downloads/api-client.tgz: the client of this API, which npm can install from this URL. GET
 * /downloads/proxy_api_client-VERSION-py3-none-any.whl: the same for pip.
 */
import path from "node:path";
import type { Environment } from "@turnpike/contract/environment.ts";
import { managerPort } from "@turnpike/contract/manager.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { version } from "../version.ts";
import { sendText, uncompressed, type StaticText, compressedText } from "./send-text.ts";
import { cachedFile } from "./file-cache.ts";

const NAME = "proxy-manager.mjs";
const CLIENT_NAME = "api-client.tgz";
/** Older instructions and scripts name them so. */
const formerNames = { manager: "turnpike-manager.mjs", client: "turnpike-client.tgz" };
const built = path.resolve(import.meta.dirname, "../../../../manager/dist", NAME);
const clients = path.resolve(import.meta.dirname, "../../../../../packages/client/dist");
const packed = path.join(clients, CLIENT_NAME);
/** Python's installers read the version from a file's name. */
const PYTHON_NAMES = {
  [`proxy_api_client-${version}-py3-none-any.whl`]: "application/zip",
  [`proxy_api_client-${version}.tar.gz`]: "application/gzip",
};
/** The placeholder line in the built file (`apps/manager/build.mjs`). */
const NO_PROVIDER = "\nglobalThis.managerProvider = {};\n";

type DownloadEnv = Pick<Environment, "MANAGER_PORT" | "DASHBOARD_ORIGINS" | "PORT" | "publicUrl">;

/** The port of managers on customers' machines; the default port if none runs here. */
export const managerPortOf = ({ MANAGER_PORT }: Pick<Environment, "MANAGER_PORT">) =>
  MANAGER_PORT === 0 ? managerPort : MANAGER_PORT;

/** The origins of this provider's dashboards, including `localhost` if they are on this machine. */
export function dashboardsOf({ publicUrl, PORT, DASHBOARD_ORIGINS }: DownloadEnv): string[] {
  const { origin, hostname } = new URL(publicUrl);
  const isEvery = /^(0\.0\.0\.0|\[::\])$/.test(hostname);
  const isHere = isEvery || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  const more = DASHBOARD_ORIGINS.split(/[,\s]+/).filter((url) => URL.canParse(url));
  return [
    ...new Set([
      origin,
      ...(isHere ? [`http://localhost:${PORT}`] : []),
      ...(isEvery ? [`http://127.0.0.1:${PORT}`] : []),
      ...more.map((url) => new URL(url).origin).filter((one) => one !== "null"),
    ]),
  ];
}

/** Writes the provider into the file, escaped so that it ends neither its line nor its string. */
export function withProvider(file: string, env: DownloadEnv): string {
  const provider = { dashboards: dashboardsOf(env), port: managerPortOf(env) };
  const text = JSON.stringify(provider).replace(
    /[<>\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return file.replace(NO_PROVIDER, () => `\nglobalThis.managerProvider = ${text};\n`);
}

/** Sends a file: 304 if the client has it already, 404 if it was not built. */
function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  given: { what: string; name: string; content: StaticText | null },
) {
  const { what, name, content } = given;
  if (content === null) {
    const why = `The ${what} is not built: npm start builds it.`;
    return reply.status(404).header("cache-control", "no-store").type("text/plain").send(why);
  }
  reply.header("content-disposition", `attachment; filename="${name}"`);
  return sendText(request, reply, content);
}

const SCRIPT = "text/javascript; charset=utf-8";
const ARCHIVE = "application/gzip";

export function downloadRoutes(
  app: FastifyInstance,
  { env, file = built, client = packed }: { env: DownloadEnv; file?: string; client?: string },
): void {
  const manager = cachedFile(file, (plain) =>
    compressedText(SCRIPT, withProvider(plain.toString("utf8"), env)),
  );
  const archive = cachedFile(client, (body) => uncompressed(ARCHIVE, body));
  for (const address of [NAME, formerNames.manager])
    app.get(`/downloads/${address}`, async (request, reply) =>
      sendFile(request, reply, { what: "manager", name: NAME, content: await manager() }),
    );
  for (const address of [CLIENT_NAME, formerNames.client])
    app.get(`/downloads/${address}`, async (request, reply) =>
      sendFile(request, reply, { what: "client", name: CLIENT_NAME, content: await archive() }),
    );
  for (const [name, type] of Object.entries(PYTHON_NAMES)) {
    const content = cachedFile(path.join(clients, name), (body) => uncompressed(type, body));
    app.get(`/downloads/${name}`, async (request, reply) =>
      sendFile(request, reply, { what: "client", name, content: await content() }),
    );
  }
}
