/** The manager's HTTP server: three calls and a status page, for this machine's dashboards only. */
import type { Socket } from "node:net";
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import { managerCalls } from "@turnpike/contract/manager.ts";
import { Refusal, type RefusalReason, refusals } from "@turnpike/contract/refusals.ts";
import type { z } from "zod";
import type { PageBrand } from "./brand.ts";
import { type AllowedOrigins, checkOrigin } from "./origin-guard.ts";
import type { LocalPorts } from "./local-ports.ts";
import { StateWriteError } from "./state-file.ts";
import { bodyLimitBytes, type Fields, parseForm, parseJson } from "@turnpike/rules/request-body.ts";

/** Refusal texts for callers other than the dashboard, which has its own texts by `reason`. */
const sentences: Partial<Record<RefusalReason, string>> = {
  badBody: "The request could not be read, please send a well-formed form or JSON object",
  badContentType: "This content type is not supported, please send a form or JSON",
  badField: "This field is not valid, please check it and try again",
  badUpstream: "This is no proxy address. Write host:port:user:password or a URL.",
  bodyTooLarge: "The request is larger than 64 KiB, please send less at once",
  foreignOrigin: "This page may not use the local proxy manager",
  methodNotAllowed: "This method is not allowed here, please send a POST request",
  missingField: "A required field is missing, please fill it in",
  ourFault: "Something went wrong in the manager; see what it printed",
  portNotFound: "There is no such local port; nothing was ended",
  portUnavailable:
    "This port cannot be opened: it is in use or not allowed here. Choose another one, or none.",
  selectRow: "Please select a row",
  unknownPath: "There is nothing at this address, please check the path",
};

const sentenceOf = (reason: RefusalReason) => sentences[reason] ?? "This was refused";

/* Bodies of the manager's calls: a form or JSON, at most 64 KiB (spec/api#requests). */

/**
 * Reads the fields of a request; an empty body has none.
 * @throws Refusal badContentType, bodyTooLarge, badBody
 */
async function readFields(request: IncomingMessage): Promise<Fields> {
  const { "content-type": type = "", "content-length": length = "0" } = request.headers;
  const kind = type.split(";")[0]?.trim().toLowerCase() ?? "";
  const isEmpty = length === "0" && request.headers["transfer-encoding"] === undefined;
  const parse = bodyParsers[kind];
  if (!parse && !(kind === "" && isEmpty)) throw new Refusal("badContentType");
  if (Number(length) > bodyLimitBytes) throw new Refusal("bodyTooLarge");
  const text = await readText(request);
  const fields = parse ? parse(text) : {};
  if (fields === null) throw new Refusal("badBody");
  return fields;
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyLimitBytes) throw new Refusal("bodyTooLarge");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const bodyParsers: Record<string, (text: string) => Fields | null> = {
  "application/x-www-form-urlencoded": parseForm,
  "application/json": parseJson,
};

export interface ServerOptions extends AllowedOrigins {
  ports: LocalPorts;
  version: string;
  /** The status page as it is now, and its policy. */
  page: () => { html: string; policy: string };
  /** What the page asks for every minute. */
  brand: () => PageBrand | null;
  say: (line: string) => void;
}

/** HTTP statuses of transport and access refusals; all others are 200 (spec/api#envelope). */
const statuses: Partial<Record<RefusalReason, number>> = {
  badBody: 400,
  foreignOrigin: 403,
  unknownPath: 404,
  methodNotAllowed: 405,
  bodyTooLarge: 413,
  badContentType: 415,
  ourFault: 500,
};
const MAX_CONNECTIONS = 256;
const TIMEOUT_MS = 10_000;

const securityHeaders: OutgoingHttpHeaders = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  // The response depends on the origin.
  Vary: "Origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** Creates the server; it does not listen yet. */
export function makeServer(options: ServerOptions): Server {
  const server = createServer(
    {
      headersTimeout: TIMEOUT_MS,
      requestTimeout: TIMEOUT_MS,
      keepAliveTimeout: TIMEOUT_MS / 2,
      connectionsCheckingInterval: TIMEOUT_MS / 5,
      maxHeaderSize: 16_384,
    },
    (request, response) => void serve(options, request, response),
  );
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

async function serve(options: ServerOptions, request: IncomingMessage, response: ServerResponse) {
  const { headersDistinct: heads, method = "GET", url = "/" } = request;
  const verdict = checkOrigin(
    {
      method,
      url,
      host: heads.host ?? [],
      origin: heads.origin ?? [],
      fetchSite: heads["sec-fetch-site"] ?? [],
      fetchMode: heads["sec-fetch-mode"] ?? [],
      fetchDest: heads["sec-fetch-dest"] ?? [],
    },
    options,
  );
  if (!verdict.allowed) return send(response, refusal(new Refusal("foreignOrigin")));
  if (verdict.origin) response.setHeader("Access-Control-Allow-Origin", verdict.origin);
  try {
    send(response, await answer(options, { request, method, url, origin: verdict.origin }));
  } catch (error) {
    if (error instanceof Refusal) return send(response, refusal(error));
    options.say(`A call failed: ${String(error)}`);
    send(response, internalError(error));
  }
}

interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string;
}
interface IncomingCall {
  request: IncomingMessage;
  method: string;
  url: string;
  origin: string | null;
}

async function answer(options: ServerOptions, incoming: IncomingCall): Promise<Answer> {
  const { request, method, url, origin } = incoming;
  const [path] = url.split("?");
  const isRead = method === "GET" || method === "HEAD";
  if (path === "/" && isRead) {
    const { html, policy } = options.page();
    const type = "text/html; charset=utf-8";
    const headers = { "Content-Type": type, "Content-Security-Policy": policy };
    return { status: 200, headers, body: html };
  }
  if (path === "/brand" && isRead) return json(200, options.brand());
  const call = Object.values(managerCalls).find((one) => one.path === path);
  if (!call) throw new Refusal("unknownPath");
  if (method === "OPTIONS" && origin) return { status: 204, headers: preflight, body: "" };
  if (method !== "POST") throw new Refusal("methodNotAllowed");
  const fields = await readFields(request);
  // Responses are parsed by their schema, so that no secret leaks.
  const data = call.response.parse(await dispatch(options, call.path, fields));
  return json(200, { code: 0, msg: "", data });
}

/** Answers a browser's preflight: for JSON, and for public pages that call a local address. */
const preflight: OutgoingHttpHeaders = {
  "Access-Control-Allow-Methods": "POST",
  "Access-Control-Allow-Headers": "content-type",
  "Access-Control-Allow-Private-Network": "true",
  "Access-Control-Max-Age": "600",
};

type Path = (typeof managerCalls)[keyof typeof managerCalls]["path"];

async function dispatch({ ports, version }: ServerOptions, path: Path, fields: object) {
  switch (path) {
    case "/ipList":
      return { items: ports.list(), version };
    case "/start": {
      const item = await ports.start(parseInput(managerCalls.start.request, fields));
      return { ...item, item };
    }
    case "/del":
      return { deleted: await ports.del(parseInput(managerCalls.del.request, fields).ports) };
  }
}

function parseInput<T extends z.ZodObject>(question: T, fields: object): z.output<T> {
  const parsed = question.safeParse(fields);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = String(issue?.path[0] ?? "");
  const named = issue && Object.hasOwn(refusals, issue.message) ? issue.message : "badField";
  const value = (fields as Record<string, unknown>)[field];
  const missing = named === "badField" && (value === undefined || value === "");
  throw new Refusal(missing ? "missingField" : (named as RefusalReason), { field });
}

function refusal({ reason, details }: Refusal): Answer {
  const data = { reason, ...details };
  return json(statuses[reason] ?? 200, { code: refusals[reason], msg: sentenceOf(reason), data });
}

/** An internal error. If saving the state failed, the message says so: the user can free space. */
function internalError(error: unknown): Answer {
  const msg = error instanceof StateWriteError ? error.message : sentenceOf("ourFault");
  return json(500, { code: refusals.ourFault, msg, data: { reason: "ourFault" } });
}

function json(status: number, envelope: object | null): Answer {
  const headers = { "Content-Type": "application/json; charset=utf-8" };
  return { status, headers, body: JSON.stringify(envelope) };
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.destroyed) return;
  const unread = !response.req.complete;
  response.writeHead(status, {
    ...securityHeaders,
    ...headers,
    "Content-Length": Buffer.byteLength(body),
    ...(unread ? { Connection: "close" } : {}),
  });
  response.end(response.req.method === "HEAD" ? "" : body);
  if (!unread) return;
  // Read on, so that a browser that is still sending sees the response; then close. Node removes
  // the socket from the request if the client disconnects first.
  const socket: Socket | null = response.req.socket;
  response.req.on("error", () => {}).resume();
  response.once("finish", () => setTimeout(() => socket?.destroy(), 1_000).unref());
}
