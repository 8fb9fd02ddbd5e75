/** Three wholesalers as upstreams of a fleet, and what the operator sees of them. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { type ErrorClass, errorClasses } from "@turnpike/proxy-strings/upstream/errors.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { statusRefusal } from "@turnpike/wholesale/answers.ts";
import { startWholesaler, type Wholesaler } from "@turnpike/wholesale/wholesaler.ts";
import { operator } from "../../journeys/operator.ts";
import type { Stage } from "../fleet/stage.ts";

/** Countries that own exits lack; each seller lacks one of them. */
export const countries = ["LT", "LV", "EE"] as const;
const plans = [
  { name: "north", weight: 50, lacks: "EE" },
  { name: "south", weight: 30, lacks: "LV" },
  { name: "east", weight: 20, lacks: "LT" },
] as const;
const account = { login: "acme01", secret: "Secret12" };
/** Every class by a word in a header; silence needs none. */
const errors = errorClasses
  .filter((found) => found !== "down")
  .map((found) => ({ status: 470, header: "x-why", contains: found, class: found }));
export const perGbMicros = 2_000_000;

/** Statuses that a customer's targets provoke: every one that a row of the table of presets names. */
export const provoked = [
  400, 401, 402, 403, 404, 407, 429, 490, 500, 502, 503, 504, 522, 525, 599,
] as const;
/** The address of a target that provokes a status, one of three. */
export const hostOf = (status: number, at: number) => `127.0.${20 + at}.${status % 250}`;
const statusOf = new Map(
  provoked.flatMap((status) => [0, 1, 2].map((at) => [hostOf(status, at), status] as const)),
);
export const provokingHosts = [...statusOf.keys()];

export interface Seller {
  name: string;
  weight: number;
  countries: readonly string[];
  peer: Wholesaler;
}
export interface Listed {
  name: string;
  state: string;
  alerts: { class: string; text: string }[];
}

export class Market {
  readonly sellers: Seller[] = [];
  #stage: Stage;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Starts the wholesalers and adds them to the pool. */
  async open(folder: string): Promise<this> {
    // It is sold some time after the start, and would serve what these three refuse.
    await waitFor(
      "the lab's wholesaler is sold",
      async () => (await this.listed("lab-wholesale"))?.state === "on",
      30_000,
      500,
    );
    await this.operate("upstreams", "pause", "lab-wholesale");
    for (const [at, { name, weight, lacks }] of plans.entries()) {
      const sold = countries.filter((country) => country !== lacks);
      const peer = await startWholesaler({
        preset: "oxylabs",
        account,
        places: sold.map((country) => placeOf(country, at)),
        errors,
        exitIpHeader: "x-exit-ip",
        orders: (host) => {
          const status = statusOf.get(host);
          return status === undefined ? null : statusRefusal(status);
        },
      });
      const file = path.join(folder, `${name}.json`);
      const upstream = {
        name,
        preset: "oxylabs",
        hosts: [`127.0.0.1:${peer.port}`],
        login: { login: account.login },
        secret: account.secret,
        places: ["country"],
        countries: sold,
        errors,
        exitIpHeader: "x-exit-ip",
        connectMs: 3_000,
        priority: 1,
        weight,
        perGbMicros,
        provenance: "a test",
      };
      writeFileSync(file, JSON.stringify(upstream), { mode: 0o600 });
      await this.operate("upstreams", "add", file);
      this.sellers.push({ name, weight, countries: sold, peer });
    }
    return this;
  }

  /** Runs a command in one process, as loading the command line takes longer than a command. */
  async operate(...args: string[]): Promise<unknown> {
    const { settings, apis } = this.#stage;
    const at = { dataDir: apis[0]?.dataDir ?? "", settings };
    const { code, said, error } = await operator(at, ...args);
    if (code !== 0) throw new Error(`${args.join(" ")}: ${error}`);
    return said;
  }

  async listed(name: string): Promise<Listed | undefined> {
    const all = (await this.operate("upstreams", "list")) as Listed[];
    return all.find((one) => one.name === name);
  }

  /** Our bytes of each seller, as reported so far. */
  async ownBytes(): Promise<Map<string, number>> {
    const days = [new Date(Date.now() - 86_400_000), new Date()];
    const [from = "", to = ""] = days.map((day) => day.toISOString().slice(0, 10));
    const lines = await this.operate("upstreams", "report", "--from", from, "--to", to);
    const sums = new Map<string, number>();
    for (const line of lines as { upstream: string; ownBytes: number }[])
      sums.set(line.upstream, (sums.get(line.upstream) ?? 0) + line.ownBytes);
    return sums;
  }

  async stop(): Promise<void> {
    for (const { peer } of this.sellers) await peer.stop();
  }
}

const placeOf = (country: string, seller: number) => ({
  country,
  countryName: country,
  state: "",
  stateCode: "",
  city: "",
  isp: "",
  asn: 0,
  exits: Array.from({ length: 20 }, (_, at) => `127.9.${seller + 1}.${at + 1}`),
});

/** What is broken at a wholesaler, and how it is mended. */
export type Trouble = ErrorClass | "killed";

export const breakIt = ({ peer }: Seller, trouble: Trouble): Promise<void> | void =>
  trouble === "killed" ? peer.stop() : peer.fail(trouble);

export async function mend(market: Market, seller: Seller, trouble: Trouble): Promise<void> {
  if (trouble === "killed") await seller.peer.listen();
  else seller.peer.fail(null);
  if (trouble === "quota" || trouble === "auth")
    await market.operate("upstreams", "resume", seller.name);
}
