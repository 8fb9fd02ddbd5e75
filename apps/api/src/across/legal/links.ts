/** The links to legal documents that `/brand.json` and the dashboard's page have (spec/law#pages). */
import { type BrandLink, brandLinks, type PublicBrand } from "@turnpike/contract/brand.ts";
import { type LegalKind, legalKinds } from "@turnpike/rules/legal.ts";
import { inMemory } from "../../platform/in-memory.ts";
import type { Services } from "../../platform/services.ts";
import { existingKinds } from "./document.ts";
import { LEGAL_PATH } from "./page.ts";

/** How long a process knows which kinds exist: every page of the dashboard asks. */
const KNOWN_MS = 2_000;

class Kinds {
  #known: LegalKind[] = [];
  #askedAt = -Infinity;
  #asking: Promise<LegalKind[]> | null = null;
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Pages are sent also while the database cannot be asked: with the kinds that are known. */
  get(): Promise<LegalKind[]> {
    if (performance.now() - this.#askedAt < KNOWN_MS) return Promise.resolve(this.#known);
    this.#asking ??= existingKinds(this.#services)
      .then((kinds) => (this.#known = kinds))
      .catch(() => this.#known)
      .finally(() => {
        this.#askedAt = performance.now();
        this.#asking = null;
      });
    return this.#asking;
  }
}
const kinds = inMemory((services: Services) => new Kinds(services));

const isLink = (kind: LegalKind): kind is BrandLink & LegalKind =>
  brandLinks.some((link) => link === kind);

/** The pages of the documents that exist, of the kinds that a brand can link. */
export async function legalLinks(services: Services): Promise<PublicBrand["links"]> {
  const exist = await kinds(services).get();
  return Object.fromEntries(
    legalKinds
      .filter((kind) => isLink(kind) && exist.includes(kind))
      .map((kind) => [kind, `${LEGAL_PATH}/${kind}`]),
  );
}
