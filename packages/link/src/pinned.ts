/** TLS to a hub whose certificate no authority signed: LINK_FINGERPRINT (spec/nodes#joining). */
import { Agent, type RequestOptions } from "node:https";
import type { Duplex } from "node:stream";
import { connect, type ConnectionOptions } from "node:tls";

const connectTimeoutMs = 5_000;

/** Parses `sha256:HEX`, with or without colons. @throws Error if it is malformed */
export function readFingerprint(text: string): string {
  const hex = text
    .replace(/^sha256:/i, "")
    .replaceAll(":", "")
    .toUpperCase();
  if (!/^[0-9A-F]{64}$/.test(hex)) throw new Error("LINK_FINGERPRINT has to be sha256:HEX");
  return hex;
}

/** Connects only to a server whose certificate has this SHA-256, whoever signed it. */
export class PinnedAgent extends Agent {
  #fingerprint: string;

  constructor(fingerprint: string) {
    super({ keepAlive: false });
    this.#fingerprint = fingerprint;
  }

  /** Passes the socket on only after comparing the certificate, so that nothing is sent before. */
  override createConnection(
    options: RequestOptions,
    done?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const { servername = options.host ?? "" } = options;
    const own = { ...options, servername, rejectUnauthorized: false };
    const socket = connect(own as ConnectionOptions);
    socket.setTimeout(connectTimeoutMs, () => socket.destroy(new Error("TLS takes too long")));
    const failed = (error: Error) => done?.(error, socket);
    socket.once("error", failed);
    socket.once("secureConnect", () => {
      socket.setTimeout(0);
      const found = socket.getPeerCertificate().fingerprint256?.replaceAll(":", "");
      if (found !== this.#fingerprint)
        return void socket.destroy(new Error("the certificate is not LINK_FINGERPRINT's"));
      socket.off("error", failed);
      done?.(null, socket);
    });
  }
}
