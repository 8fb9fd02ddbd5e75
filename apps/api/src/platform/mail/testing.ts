/** A mail server for tests: a real one (smtp-server) that keeps the messages that it receives. */
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export interface MailServer {
  server: SMTPServer;
  port: number;
  /** Whole messages as received, headers first. */
  kept: string[];
  /** While true, every message is rejected temporarily (451). */
  refuses: boolean;
  stop: () => Promise<void>;
}

/** Starts a server on a free loopback port, without logging. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const messages: string[] = [];
  const state = { refuses: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    ...options,
    logger: false,
    onMailFrom(_address, _session, callback) {
      const later = Object.assign(new Error("not now"), { responseCode: 451 });
      callback(state.refuses ? later : null);
    },
    onData(stream, _session, callback) {
      let text = "";
      stream.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      stream.on("end", () => {
        messages.push(text);
        callback();
      });
    },
  });
  // Clients that do not trust its certificate disconnect in the middle of a session.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as { port: number };
  return Object.assign(state, {
    server,
    port,
    kept: messages,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  });
}

export interface ReadMessage {
  headers: Record<string, string>;
  /** The parts of a multipart message by their type, decoded. */
  parts: Record<string, string>;
}

/** Parses a message (RFC 5322, RFC 2046, RFC 2047), as far as the product's mails need it. */
export function readMessage(message: string): ReadMessage {
  const { headers, body } = halves(message);
  const boundary = /boundary="([^"]+)"/.exec(headers["content-type"] ?? "")?.[1];
  const inner = boundary === undefined ? [] : body.split(`--${boundary}`).slice(1, -1);
  const parts = inner.map((text) => {
    const part = halves(text.replace(/^\r\n/, ""));
    const type = part.headers["content-type"]?.split(";")[0] ?? "";
    return [type, decode(part.body, part.headers["content-transfer-encoding"])];
  });
  const subject = words(headers.subject ?? "");
  return { headers: { ...headers, subject }, parts: Object.fromEntries(parts) };
}

function halves(text: string) {
  const at = text.indexOf("\r\n\r\n");
  const lines = text
    .slice(0, at)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: text.slice(at + 4),
  };
}

function decode(body: string, encoding = "7bit"): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding === "quoted-printable") return quoted(body.replace(/=\r\n/g, ""));
  return body;
}

const quoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    "latin1",
  ).toString();

/** Decodes encoded words (RFC 2047), both kinds. */
function words(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(word, "base64").toString()
        : quoted(word.replaceAll("_", " ")),
    );
}
