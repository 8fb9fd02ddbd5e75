/** `brand show`, `brand set` and `brand reset` (spec/brand#commands). */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ConsoleCalls, ConsoleResponse } from "@turnpike/contract/console/calls.ts";
import { brandImages } from "@turnpike/contract/brand.ts";
import { accentOnDark } from "@turnpike/rules/accent.ts";
import { FieldRefused } from "../../platform/act-refused.ts";
import { checkedBrand, type LoadImage, setBrand } from "./acts/brand.ts";
import { callCommand } from "./call-command.ts";
import { type Command, performFromCli, readText } from "./command.ts";
import { parseFile } from "./read/parse-file.ts";

/** Reads an image beside the brand's file. */
const loadBeside =
  (file: string): LoadImage =>
  (field, name) =>
    readFile(path.resolve(path.dirname(file), name)).catch(() => {
      throw new FieldRefused({ field, column: null, fault: `there is no file ${name}` });
    });

type ShownBrand = ConsoleResponse<ConsoleCalls["brandSet"]>;

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

const shownText = (shown: ShownBrand) => ({ text: textOf(shown), json: shown.brand });

const show = callCommand({
  call: "brandShow",
  name: "brand show",
  args: "",
  help: "Show the installation's brand; --json prints a file for brand set",
  show: shownText,
});

const set: Command = {
  name: "brand set",
  args: "FILE",
  help: "Set name, colours, images, addresses and links from a JSON file: the whole brand, at once and everywhere",
  run: async ({ services, args: [file = ""] }) => {
    const brand = await checkedBrand(parseFile(await readText(file)), loadBeside(file));
    return { ok: true, ...shownText(await performFromCli(services, setBrand, brand)) };
  },
};

const reset = callCommand({
  call: "brandReset",
  name: "brand reset",
  args: "",
  help: "Remove the brand: the installation bears the product's own again",
  show: shownText,
});

export const brandCommands: Command[] = [show, set, reset];
