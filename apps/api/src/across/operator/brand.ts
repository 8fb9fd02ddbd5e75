/** `brand show`, `brand set` and `brand reset` (spec/brand#commands). */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { brandImages } from "@turnpike/contract/brand.ts";
import { accentOnDark } from "@turnpike/rules/accent.ts";
import { FieldRefused } from "../../platform/act-refused.ts";
import {
  checkedBrand,
  type LoadImage,
  resetBrand,
  setBrand,
  type ShownBrand,
  shownBrand,
} from "./acts/brand.ts";
import { type Command, performFromCli, readText } from "./command.ts";
import { parseFile } from "./read/parse-file.ts";

/** Reads an image beside the brand's file. */
const loadBeside =
  (file: string): LoadImage =>
  (field, name) =>
    readFile(path.resolve(path.dirname(file), name)).catch(() => {
      throw new FieldRefused({ field, column: null, fault: `there is no file ${name}` });
    });

function textOf({ brand, set }: ShownBrand): string {
  const accentDark = accentOnDark(brand.accent);
  const lines = Object.entries({ ...brand, accentDark }).map(([field, value]) => {
    const isImage = brandImages.some((image) => image === field);
    const shown = isImage && typeof value === "string" ? imageText(value) : value;
    const text = typeof shown === "string" ? shown : JSON.stringify(shown);
    const origin = set.some((one) => one === field) ? "" : "  (default)";
    return `${field.padEnd(14)} ${text}${field === "accentDark" ? "  (computed)" : origin}`;
  });
  return lines.join("\n");
}

function imageText(url: string): string {
  const [head = "", encoded = ""] = url.split(",");
  return `${head.slice(5).split(";")[0]}, ${Buffer.byteLength(encoded, "base64")} bytes`;
}

const show: Command = {
  name: "brand show",
  args: "",
  help: "Show the installation's brand; --json prints a file for brand set",
  run: async ({ services }) => {
    const shown = shownBrand(services);
    return { ok: true, text: textOf(shown), json: shown.brand };
  },
};

const set: Command = {
  name: "brand set",
  args: "FILE",
  help: "Set name, colours, images, addresses and links from a JSON file: the whole brand, at once and everywhere",
  run: async ({ services, args: [file = ""] }) => {
    const brand = await checkedBrand(parseFile(await readText(file)), loadBeside(file));
    const shown = await performFromCli(services, setBrand, brand);
    return { ok: true, text: textOf(shown), json: shown.brand };
  },
};

const reset: Command = {
  name: "brand reset",
  args: "",
  help: "Remove the brand: the installation bears the product's own again",
  run: async ({ services }) => {
    const shown = await performFromCli(services, resetBrand, {});
    return { ok: true, text: textOf(shown), json: shown.brand };
  },
};

export const brandCommands: Command[] = [show, set, reset];
