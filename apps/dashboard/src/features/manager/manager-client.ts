/**
 * Calls the local proxy manager, a program on the user's own computer (spec/manager#calls). It is
 * not part of the API: no session is sent, and no errors are shown here. A page may be unable to
 * reach it for several reasons, each of which requires something else of the user.
 */
import type { LocalPort, LocalProtocol } from "@turnpike/contract/manager.ts";
import {
  CallCancelled,
  CallFailed,
  CallRefused,
  type Envelope,
  onCancelled,
} from "../../lib/call.ts";

/** The manager's port unless the API says otherwise. */
export const DEFAULT_MANAGER_PORT = 4_000;
/** It answers at once or not at all. */
export const MANAGER_TIMEOUT_MS = 3_000;
/** How long the browser's permission prompt may stay open. */
const PROMPT_TIMEOUT_MS = 60_000;

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
 * Why there was no answer. `ask`: the browser will ask the user for permission; `denied`: the user
 * or a policy refused it; `foreign`: it runs but does not allow this dashboard. Otherwise nothing
 * answered, possibly because of the browser: `insecure` if this page came by plain http from
 * another machine, `safari` if Safari blocks https pages from reaching local programs.
 */
export type MissingReason = "absent" | "ask" | "denied" | "foreign" | "insecure" | "safari";

/** The manager did not answer, or refused this dashboard. */
export class ManagerMissing extends CallFailed {
  override name = "ManagerMissing";
  why: MissingReason;
  constructor(why: MissingReason, cause?: unknown) {
    super(`manager: ${why}`, { cause });
    this.why = why;
  }
}

/** The page that sends the calls; replaced in tests. */
export const page = {
  protocol: location.protocol,
  hostname: location.hostname,
  secure: window.isSecureContext,
};

let screenAbort = new AbortController();
onCancelled(() => {
  screenAbort.abort();
  screenAbort = new AbortController();
});

export interface ManagerCallOptions {
  /** The port the manager listens on. */
  port: number;
  signal?: AbortSignal;
  /** The user knows that the browser will ask for permission, and agrees. */
  mayAsk?: boolean;
}

/**
 * Sends a call to the manager and returns its data.
 * @throws CallRefused, ManagerMissing, or CallCancelled when the user navigates away
 */
export async function callManager<K extends keyof ManagerCalls>(
  name: K,
  parameters: ManagerCalls[K]["question"],
  how: ManagerCallOptions,
): Promise<ManagerCalls[K]["answer"]> {
  const cancelSignals = [screenAbort.signal, ...(how.signal ? [how.signal] : [])];
  const permission = await localPermission();
  if (cancelSignals.some(({ aborted }) => aborted)) throw new CallCancelled();
  if (permission === "denied") throw new ManagerMissing("denied");
  const willPrompt = permission === "prompt";
  if (willPrompt && !how.mayAsk) throw new ManagerMissing("ask");
  const timeout = AbortSignal.timeout(willPrompt ? PROMPT_TIMEOUT_MS : MANAGER_TIMEOUT_MS);
  const envelope = await send(new URL(`http://127.0.0.1:${how.port}/${name}`), {
    ...toThisComputer(),
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(parameters),
    credentials: "omit",
    signal: AbortSignal.any([timeout, ...cancelSignals]),
  }).catch(async (error: unknown) => {
    if (cancelSignals.some(({ aborted }) => aborted)) throw new CallCancelled();
    throw new ManagerMissing(await missingReason(), error);
  });
  if (envelope.code === 0) return envelope.data as ManagerCalls[K]["answer"];
  const data = (envelope.data ?? {}) as ConstructorParameters<typeof CallRefused>[2];
  if (data.reason === "foreignOrigin") throw new ManagerMissing("foreign");
  throw new CallRefused(envelope.code, envelope.msg, data);
}

async function send(url: URL, init: RequestInit): Promise<Envelope> {
  const answer = (await (await fetch(url, init)).json()) as Partial<Envelope> | null;
  // Another program listening there answers differently.
  if (typeof answer?.code !== "number") throw new Error("not the manager's answer");
  return { code: answer.code, msg: answer.msg ?? "", data: answer.data };
}

/** After a denied permission, reports that rather than that no manager runs. */
async function missingReason(): Promise<MissingReason> {
  if ((await localPermission()) === "denied") return "denied";
  if (isOnThisComputer()) return "absent";
  if (!page.secure) return "insecure";
  return page.protocol === "https:" && navigator.vendor.startsWith("Apple") ? "safari" : "absent";
}

/** Pages of this computer may reach local programs without permission. */
const isOnThisComputer = (): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(page.hostname);

/** The permission's names in browsers, newest first. */
const permissionNames = ["loopback-network", "local-network-access"];

/**
 * The browser's permission state for reaching this computer; null if it has no such permission. For
 * pages that came by plain http, Chrome reports `prompt` but never prompts.
 */
async function localPermission(): Promise<PermissionState | null> {
  if (isOnThisComputer() || !page.secure || !("permissions" in navigator)) return null;
  for (const name of permissionNames) {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state;
    } catch {
      // A browser throws for an unknown name.
    }
  }
  return null;
}

/** Declares the target address space to browsers that require it; others lack the option. */
function toThisComputer(): object {
  const options: RequestInit & { targetAddressSpace: string } = { targetAddressSpace: "loopback" };
  try {
    return "targetAddressSpace" in new Request("http://127.0.0.1/", options) ? options : {};
  } catch {
    return {};
  }
}
