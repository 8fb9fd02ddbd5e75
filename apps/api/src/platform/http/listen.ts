/** Listens for dashboard and API at HOST and PORT, with TLS if there is a certificate. */
import type { Server as TlsServer } from "node:tls";
import { type Certificate, watchCertificate } from "@turnpike/net/certificate.ts";
import type { FastifyInstance } from "fastify";
import type { Services } from "../services.ts";
import { BACKLOG } from "./connections.ts";
import { makeServer } from "./server.ts";

/** How long running calls may continue when the API stops. */
const DRAIN_TIMEOUT_MS = 3_000;

export interface ApiServer {
  app: FastifyInstance;
  /** The port that was bound. */
  port: number;
  /** Checks the certificate's files now (SIGHUP). */
  reloadCertificate(): void;
  stop(): Promise<void>;
}

export interface ListenOptions {
  /** The most connections. */
  maxConnections: number;
  /** Called with the server before it listens. */
  onCreated?: (server: FastifyInstance["server"]) => void;
}

/** Resolves when the API accepts requests. */
export async function listen(
  services: Services,
  { maxConnections, onCreated }: ListenOptions,
): Promise<ApiServer> {
  const { env } = services;
  const certificate = certificateOf(services, (pair) =>
    (app.server as unknown as TlsServer).setSecureContext(pair),
  );
  const app = await makeServer(services, { maxConnections, tls: certificate?.pair() });
  onCreated?.(app.server);
  await app.listen({ host: env.HOST, port: env.PORT, backlog: BACKLOG });
  const address = app.server.address();
  return {
    app,
    port: typeof address === "object" && address ? address.port : env.PORT,
    reloadCertificate: () => certificate?.reload(),
    stop: async () => {
      certificate?.stop();
      // Otherwise Node waits for connections that a browser opened in advance and never used.
      const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_TIMEOUT_MS);
      await app.close();
      clearTimeout(late);
    },
  };
}

function certificateOf(
  { env, log }: Services,
  onChange: (pair: { cert: string; key: string }) => void,
): Certificate | null {
  const { TLS_CERT: certFile, TLS_KEY: keyFile } = env;
  if (certFile === undefined || keyFile === undefined) return null;
  return watchCertificate({ name: "TLS_CERT and TLS_KEY", certFile, keyFile, log, onChange });
}
