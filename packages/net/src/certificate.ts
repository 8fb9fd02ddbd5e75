/**
 * A certificate and its key from two files, reloaded when they change: a renewal needs no restart
 * (spec/environment#https).
 */
import { X509Certificate } from "node:crypto";
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
  const { name, log } = options;
  let pair: CertificatePair;
  let context: SecureContext;
  try {
    pair = readPair(options);
    context = contextOf(pair);
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
  }
  let failed = "";
  const reload = () => {
    try {
      const now = readPair(options);
      if (now.cert === pair.cert && now.key === pair.key) {
        failed = "";
        return;
      }
      context = contextOf(now);
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
function contextOf(pair: CertificatePair): SecureContext {
  // `createSecureContext` accepts an empty text, with which nobody could connect.
  new X509Certificate(pair.cert);
  return createSecureContext({ ...pair });
}

const readPair = ({ certFile, keyFile }: CertificateFiles): CertificatePair => ({
  cert: readFileSync(certFile, "utf8"),
  key: readFileSync(keyFile, "utf8"),
});
