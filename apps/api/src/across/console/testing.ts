/** Helpers for tests of the console over HTTP, with staff of every role. */
import {
  type ConsoleResponse,
  type ConsoleCallName,
  type ConsoleCalls,
  consoleCalls,
} from "@turnpike/contract/console/calls.ts";
import type { StaffRole } from "@turnpike/rules/staff.ts";
import { startTestApi, type TestApi } from "../../../testing/api.ts";
import { operateJson } from "../operator/testing.ts";

export interface ConsoleResult<K extends ConsoleCallName> {
  status: number;
  code: number;
  data: ConsoleResponse<ConsoleCalls[K]>;
  refused: { reason: string; field?: string; detail?: string; permission?: string };
  /** The session cookie from Set-Cookie; null if it was not set. */
  cookie: string | null;
}

export interface Person {
  email: string;
  password: string;
  /** The Cookie header as a browser sends it. */
  cookie: string;
  ask: <K extends ConsoleCallName>(name: K, fields?: object) => Promise<ConsoleResult<K>>;
  /** Like `ask`, but throws if the call is refused. */
  get: <K extends ConsoleCallName>(
    name: K,
    fields?: object,
  ) => Promise<ConsoleResponse<ConsoleCalls[K]>>;
}

export interface TestConsole extends TestApi {
  ask: <K extends ConsoleCallName>(
    name: K,
    fields?: object,
    headers?: Record<string, string>,
  ) => Promise<ConsoleResult<K>>;
  /** Adds a staff member by the command line, who sets a password by the link. */
  person: (role: StaffRole) => Promise<Person>;
  as: (who: { email: string; password: string; cookie: string }) => Person;
}

const password = "Turnpike-7Staff";
let added = 0;

/** Starts the API with a console on a free port. */
export async function startTestConsole(more: Record<string, string> = {}): Promise<TestConsole> {
  const api = await startTestApi({ console: { host: "127.0.0.1", port: 0 } }, more);
  const { consoleUrl } = api;

  const ask: TestConsole["ask"] = async (name, fields = {}, headers = {}) => {
    const answer = await fetch(consoleUrl + consoleCalls[name].path, {
      method: "POST",
      headers: { "content-type": "application/json", origin: consoleUrl, ...headers },
      body: JSON.stringify(fields),
    });
    const { code, data } = (await answer.json()) as { code: number; data: never };
    const cookie = answer.headers.get("set-cookie");
    return { status: answer.status, code, data, refused: data, cookie };
  };
  const as: TestConsole["as"] = (who) => {
    const own: Person["ask"] = (name, fields) => ask(name, fields, { cookie: who.cookie });
    const get: Person["get"] = async (name, fields) => {
      const { code, data, refused } = await own(name, fields);
      if (code !== 0) throw new Error(`${name}: ${code} ${JSON.stringify(refused)}`);
      return data;
    };
    return { ...who, ask: own, get };
  };
  const person: TestConsole["person"] = async (role) => {
    const email = `staff${++added}@example.com`;
    const { said, error } = await operateJson(api.services, "staff", "add", email, "--role", role);
    if (!said) throw new Error(error);
    const link = String(said.link).split("#link=")[1];
    const { code, cookie } = await ask("setPassword", { link, password });
    if (code !== 0 || cookie === null) throw new Error(`setPassword: ${code}`);
    return as({ email, password, cookie: cookieHeader(cookie) });
  };
  return { ...api, ask, person, as };
}

/** A cookie as a browser sends it back. */
export const cookieHeader = (cookie: string) => cookie.split(";")[0] ?? "";
