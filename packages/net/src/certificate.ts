/**
 * A certificate and its key from two files, reloaded when they change: a renewal needs no restart
 * (spec/environment#https).
 */
import { hkdfSync, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext, type SecureContext } from "node:tls";

const CHECK_EVERY_MS = 5_000;

export interface CertificateFiles {
  certFile: string;
  keyFile: string;
}
/** The contents of both files, PEM. */
export interface CertificatePair {
  cert: string;
  key: string;
}
export interface CertificateOptions extends CertificateFiles {
  /** The names of the settings, for messages. */
  name: string;
  log: {
    info: (fields: object, message: string) => void;
    error: (fields: object, message: string) => void;
  };
  /** Called with each new pair that was loaded. */
  onChange?: (pair: CertificatePair, context: SecureContext) => void;
  checkEveryMs?: number;
  /**
   * Makes the keys of session tickets: processes with the same one and the same certificate resume
   * each other's sessions. Absent: each has random keys of its own.
   */
  ticketSeed?: Uint8Array;
  /** Milliseconds since 1970; the keys of tickets change each UTC day. */
  now?: () => number;
}

export interface Certificate {
  /** The last pair that was loaded. */
  pair(): CertificatePair;
  context(): SecureContext;
  /** Checks the files now. */
  reload(): void;
  stop(): void;
}

/**
 * Reads the pair and checks the files every 5 s. If a later pair cannot be loaded, logs the error
 * once and keeps the last good one.
 * @throws Error naming the setting, if the first pair cannot be loaded
 */
export function watchCertificate(options: CertificateOptions): Certificate {
  const { name, log, now: clock = Date.now } = options;
  let day = dayOf(clock());
  let pair: CertificatePair;
  let context: SecureContext;
  try {
    pair = readPair(options);
    context = contextOf(pair, options, day);
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
  }
  let failed = "";
  const reload = () => {
    try {
      const now = readPair(options);
      const today = dayOf(clock());
      if (now.cert === pair.cert && now.key === pair.key) {
        failed = "";
        if (today !== day) context = contextOf(pair, options, today);
        day = today;
        return;
      }
      context = contextOf(now, options, today);
      day = today;
      pair = now;
      failed = "";
      options.onChange?.(pair, context);
      log.info({ setting: name }, "certificate reloaded");
    } catch (error) {
      const { message } = error as Error;
      if (message !== failed)
        log.error(
          { setting: name, error: message },
          "certificate reload failed: the last one stays",
        );
      failed = message;
    }
  };
  const timer = setInterval(reload, options.checkEveryMs ?? CHECK_EVERY_MS).unref();
  return {
    pair: () => pair,
    context: () => context,
    reload,
    stop: () => clearInterval(timer),
  };
}

/** @throws Error if the certificate is invalid or the key does not match it */
function contextOf(
  pair: CertificatePair,
  { ticketSeed }: CertificateOptions,
  day: number,
): SecureContext {
  // `createSecureContext` accepts an empty text, with which nobody could connect.
  new X509Certificate(pair.cert);
  if (ticketSeed === undefined) return createSecureContext({ ...pair });
  const keys = hkdfSync("sha256", ticketSeed, pair.cert, `session tickets of day ${day}`, 48);
  return createSecureContext({ ...pair, ticketKeys: Buffer.from(keys) });
}

const dayOf = (ms: number) => Math.floor(ms / 86_400_000);

const readPair = ({ certFile, keyFile }: CertificateFiles): CertificatePair => ({
  cert: readFileSync(certFile, "utf8"),
  key: readFileSync(keyFile, "utf8"),
});
