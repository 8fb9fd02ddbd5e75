/** The messages of the link, the same on both transports. Each is one JSON text. */
import { readFileSync } from "node:fs";
import type { QuestionKind } from "@turnpike/contract/data-plane.ts";
import { maxQuestionBytes } from "@turnpike/contract/link-questions.ts";
import { hasTooManyParts } from "@turnpike/rules/json-parts.ts";

/**
 * The version of the protocol, and the oldest that is supported: hub and gateway speak the current
 * one and the previous one.
 */
export const protocol = { newest: 2, oldest: 1 };
/** From this version on gateways know slow verifiers (`rules/proxy-verifier.ts`). */
export const slowVerifiersSince = 2;

/** The product's version, from the package. */
export const productVersion: string = (
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string;
  }
).version;

/** The hub's largest message in bytes; a snapshot page of 1,000 resources is about 400 kB. */
export const maxMessageBytes = 16 * 1024 * 1024;
/**
 * A gateway's largest message that the hub still answers: above `maxQuestionBytes` it is refused, so
 * that a gateway of the previous version sends its reports one by one. Above this it is disconnected.
 */
export const maxReceivedBytes = 2 * 1024 * 1024;

export interface Ask {
  id: number;
  kind: QuestionKind;
  question: unknown;
}
/** Sent every second; `skewMs` is what the gateway measured of its own clock. */
export interface Ping {
  ping: number;
  skewMs: number;
}

export type Answer = { id: number; answer: unknown } | { id: number; failed: string };
/** The ping's number, and the hub's clock at its arrival, in milliseconds since 1970. */
export interface Pong {
  pong: number;
  now: number;
  /** All changes up to this position were sent before. */
  position: number;
}

/** The hub's first message to a gateway on another machine. */
export interface Challenge {
  challenge: { protocol: [oldest: number, newest: number]; nonce: string; replica: string };
}
/** The gateway's first message. On one machine node, host, nonce and signature are empty. */
export interface Prove {
  prove: {
    protocol: number;
    node: string;
    worker: number;
    epoch: string;
    version: string;
    host: string;
    nonce: string;
    signature: string;
  };
}
/** Tells a gateway that it is connected. */
export interface Welcome {
  welcome: {
    /** The hub's clock, milliseconds since 1970. */
    now: number;
    /** How far the product's clock is ahead of `now`. */
    offsetMs: number;
    node: string;
    /** The oldest position from which `hello {since}` can be answered. */
    floor: number;
  };
}

/** Parses a message. @throws SyntaxError if it is not a JSON object */
export function readMessage(text: string): object {
  const message: unknown = JSON.parse(text);
  if (typeof message !== "object" || message === null) throw new SyntaxError("Not a message");
  return message;
}

/**
 * Reads a gateway's message; of one that is too large, or made of empty objects, only the beginning,
 * which names the question.
 * @throws SyntaxError if it is not a JSON object, or too large and not a question
 */
export function readQuestion(data: Buffer): object {
  const text = data.length <= maxQuestionBytes ? data.toString("utf8") : null;
  if (text !== null && !hasTooManyParts(text)) return readMessage(text);
  const head = /^{"id":(\d{1,15}),"kind":"([a-zA-Z]{1,40})"/.exec(data.toString("latin1", 0, 100));
  if (head === null) throw new SyntaxError("Too large");
  return { id: Number(head[1]), kind: head[2], tooLarge: true };
}

/** Returns the proof in a message, or null if there is none or it is malformed. */
export function asProve(message: object): Prove["prove"] | null {
  const { prove } = message as Partial<Prove>;
  if (typeof prove !== "object" || prove === null) return null;
  const { protocol: spoken, worker, node, epoch, version, host, nonce, signature } = prove;
  const texts = [node, epoch, version, host, nonce, signature];
  // They are written into statements that serve other machines too, and shown in terminals.
  const fits = texts.every((text) => typeof text === "string" && /^[\x20-\x7e]{0,300}$/.test(text));
  const isWorker = Number.isSafeInteger(worker) && worker >= 1 && worker <= 64;
  return fits && isWorker && Number.isSafeInteger(spoken) && epoch !== "" ? prove : null;
}
