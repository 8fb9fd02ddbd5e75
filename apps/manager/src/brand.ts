/**
 * The provider's brand, as the status page bears it (spec/manager#brand): asked of the first of its
 * dashboards that answers, at the start and then every minute. Without an answer the page is neutral.
 */
import { z } from "zod";

/** A brand whose images are in it: the page loads nothing from elsewhere. */
export interface PageBrand {
  name: string;
  accent: string;
  /** For a dark ground. */
  accentDark: string;
  /** `data:` URLs; empty if the image could not be had. */
  logo: string;
  logoDark: string;
  favicon: string;
}

const EVERY_MS = 60_000;
const TIMEOUT_MS = 5_000;
/** Of `/brand.json` and of an image; those of a brand have 64,000 bytes at most. */
const MAX_BYTES = 200_000;
/** Of the dashboards, these are asked in turn. */
const MAX_DASHBOARDS = 4;

const colour = z.string().regex(/^#[0-9a-f]{6}$/i);
const address = z.string().max(500);
const answer = z.object({
  name: z.string().trim().min(1).max(60),
  accent: colour,
  accentDark: colour,
  logo: address,
  logoDark: address,
  favicon: address,
});

const imageTypes = ["image/svg+xml", "image/png"];

/** A short answer of the dashboard's own origin. @throws Error if it is anything else */
async function load(url: URL): Promise<{ type: string; body: Buffer }> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { redirect: "error", signal });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (response.body)
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new Error("too long");
      chunks.push(chunk);
    }
  if (response.status !== 200) throw new Error(`HTTP status ${response.status}`);
  const type = (response.headers.get("content-type") ?? "").split(";")[0]?.trim() ?? "";
  return { type, body: Buffer.concat(chunks) };
}

/** Follows the brand of a manager's dashboards. */
export class BrandWatch {
  readonly #dashboards: readonly string[];
  readonly #timer: NodeJS.Timeout;
  /** Images by their address, which changes with the image. */
  #images = new Map<string, string>();
  #asking: Promise<void> | null = null;
  /** The last that was had; null if none was. */
  current: PageBrand | null = null;

  constructor(dashboards: readonly string[], everyMs = EVERY_MS) {
    this.#dashboards = dashboards.slice(0, MAX_DASHBOARDS);
    void this.ask();
    this.#timer = setInterval(() => void this.ask(), everyMs);
    this.#timer.unref();
  }

  /** Asks now; never fails. */
  ask(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #ask(): Promise<void> {
    for (const origin of this.#dashboards) {
      const found = await this.#of(origin).catch(() => null);
      if (!found) continue;
      this.current = found;
      return;
    }
  }

  async #of(origin: string): Promise<PageBrand> {
    const { body } = await load(new URL("/brand.json", origin));
    const told = answer.parse(JSON.parse(body.toString("utf8")));
    const images = new Map<string, string>();
    const image = async (path: string) => {
      const url = new URL(path, origin);
      const known = images.get(url.href) ?? this.#images.get(url.href);
      const data = known ?? (await imageAt(url, origin));
      if (data !== "") images.set(url.href, data);
      return data;
    };
    const [logo, logoDark, favicon] = [
      await image(told.logo),
      await image(told.logoDark),
      await image(told.favicon),
    ];
    this.#images = images;
    return { ...told, logo, logoDark, favicon };
  }
}

/** An image of the same origin as a `data:` URL; empty if it is none, or cannot be had. */
async function imageAt(url: URL, origin: string): Promise<string> {
  if (url.origin !== origin) return "";
  const { type, body } = await load(url).catch(() => ({ type: "", body: Buffer.alloc(0) }));
  return imageTypes.includes(type) ? `data:${type};base64,${body.toString("base64")}` : "";
}
