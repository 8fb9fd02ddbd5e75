/** The letters of an invoice: Noto Sans for Latin, Greek and Cyrillic, Noto Sans TC for Chinese. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type Weight = "regular" | "bold";
export type Script = "western" | "chinese";

const files: Record<Script, Record<Weight, string>> = {
  western: {
    regular: "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf",
    bold: "@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf",
  },
  chinese: {
    regular: "@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf",
    bold: "@expo-google-fonts/noto-sans-tc/600SemiBold/NotoSansTC_600SemiBold.ttf",
  },
};
const read = new Map<string, Buffer>();

/** A font's file, read once. */
export function fontFile(script: Script, weight: Weight): Buffer {
  const name = files[script][weight];
  const known = read.get(name);
  if (known) return known;
  const file = readFileSync(fileURLToPath(import.meta.resolve(name)));
  read.set(name, file);
  return file;
}

/** CJK ideographs, kana, and the punctuation that stands among them. */
const CHINESE = /[\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3ffff}]/u;

export const isChinese = (sign: string): boolean => CHINESE.test(sign);
