/**
 * Asks the local proxy manager, a program on the reader's own computer (spec/manager#calls). It is
 * no part of the API: no session is sent, and nothing is shown here. What keeps a page from it has
 * many reasons, and each asks something else of the reader.
 */
import type { LocalPort, LocalProtocol } from "@turnpike/contract/manager.ts";
import {
  CallCancelled,
  CallFailed,
  CallRefused,
  type Envelope,
  onCancelled,
} from "../../lib/call.ts";

/** Where it listens unless the API says otherwise. */
export const USUAL_MANAGER_PORT = 4_000;
/** It answers at once or not at all. */
export const MANAGER_TIMEOUT_MS = 3_000;
/** So long the browser's own question may stand before the reader answers it. */
const ANSWERED_WITHIN_MS = 60_000;

export interface ManagerCalls {
  ipList: { question: object; answer: { items: LocalPort[]; version: string } };
  start: {
    question: {
      upstream: string;
      ip?: string;
      port?: number;
      protocol?: LocalProtocol;
      expiresAt?: string;
    };
    answer: LocalPort;
  };
  del: { question: { ports: string[] }; answer: { deleted: number } };
}

/**
 * Why no answer came. `ask`: the browser asks the reader first; `denied`: the reader, or a policy,
 * said no; `foreign`: it runs and does not know this dashboard. Else nobody answered, and that may
 * be the browser's doing: `insecure` where this page came by plain http from another machine,
 * `safari` where Safari keeps pages that came by https from this computer's programs.
 */
export type Missing = "absent" | "ask" | "denied" | "foreign" | "insecure" | "safari";

/** The manager did not answer, or did not want to. */
export class ManagerMissing extends CallFailed {
  override name = "ManagerMissing";
  why: Missing;
  constructor(why: Missing, cause?: unknown) {
    super(`manager: ${why}`, { cause });
    this.why = why;
  }
}

/** The page that asks; tests stand it elsewhere. */
export const page = {
  protocol: location.protocol,
  hostname: location.hostname,
  secure: window.isSecureContext,
};

let onThisScreen = new AbortController();
onCancelled(() => {
  onThisScreen.abort();
  onThisScreen = new AbortController();
});

export interface ManagerHow {
  /** Where it listens. */
  port: number;
  signal?: AbortSignal;
  /** The reader knows that the browser will ask, and wants it to. */
  mayAsk?: boolean;
}

/**
 * Sends a call to the manager and answers its data. Throws CallRefused, ManagerMissing, or
 * CallCancelled once the person went elsewhere.
 */
export async function askManager<K extends keyof ManagerCalls>(
  name: K,
  question: ManagerCalls[K]["question"],
  how: ManagerHow,
): Promise<ManagerCalls[K]["answer"]> {
  const left = [onThisScreen.signal, ...(how.signal ? [how.signal] : [])];
  const permission = await localPermission();
  if (left.some(({ aborted }) => aborted)) throw new CallCancelled();
  if (permission === "denied") throw new ManagerMissing("denied");
  const asks = permission === "prompt";
  if (asks && !how.mayAsk) throw new ManagerMissing("ask");
  const timeout = AbortSignal.timeout(asks ? ANSWERED_WITHIN_MS : MANAGER_TIMEOUT_MS);
  const envelope = await send(new URL(`http://127.0.0.1:${how.port}/${name}`), {
    ...toThisComputer(),
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(question),
    credentials: "omit",
    signal: AbortSignal.any([timeout, ...left]),
  }).catch(async (error: unknown) => {
    if (left.some(({ aborted }) => aborted)) throw new CallCancelled();
    throw new ManagerMissing(await whyNot(), error);
  });
  if (envelope.code === 0) return envelope.data as ManagerCalls[K]["answer"];
  const data = (envelope.data ?? {}) as ConstructorParameters<typeof CallRefused>[2];
  if (data.reason === "foreignOrigin") throw new ManagerMissing("foreign");
  throw new CallRefused(envelope.code, envelope.msg, data);
}

async function send(url: URL, init: RequestInit): Promise<Envelope> {
  const answer = (await (await fetch(url, init)).json()) as Partial<Envelope> | null;
  // Whoever else listens there has other answers.
  if (typeof answer?.code !== "number") throw new Error("not the manager's answer");
  return { code: answer.code, msg: answer.msg ?? "", data: answer.data };
}

/** A reader who refused permission is told that, not that no manager runs. */
async function whyNot(): Promise<Missing> {
  if ((await localPermission()) === "denied") return "denied";
  if (isOnThisComputer()) return "absent";
  if (!page.secure) return "insecure";
  return page.protocol === "https:" && navigator.vendor.startsWith("Apple") ? "safari" : "absent";
}

/** A page of this computer may ask its programs without being asked. */
const isOnThisComputer = (): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(page.hostname);

/** As browsers have named it, the newest first. */
const permissionNames = ["loopback-network", "local-network-access"];

/**
 * What the browser says of pages that ask this computer; null where it does not care. Of a page
 * that came by plain http Chrome says that it would ask, and never does.
 */
async function localPermission(): Promise<PermissionState | null> {
  if (isOnThisComputer() || !page.secure || !("permissions" in navigator)) return null;
  for (const name of permissionNames) {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state;
    } catch {
      // A browser throws at a name that it does not know.
    }
  }
  return null;
}

/** Says beforehand where it leads, to browsers that want to know; others know no such word. */
function toThisComputer(): object {
  const options: RequestInit & { targetAddressSpace: string } = { targetAddressSpace: "loopback" };
  try {
    return "targetAddressSpace" in new Request("http://127.0.0.1/", options) ? options : {};
  } catch {
    return {};
  }
}
