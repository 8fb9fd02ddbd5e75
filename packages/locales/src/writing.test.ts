/** Style rules for each language's texts: placeholders, plurals, punctuation and terminology. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const langs = ["en", "de", "fr", "ru", "vi", "zh-tw"] as const;
type Lang = (typeof langs)[number];
interface Sentence {
  /** Area and path, for example `home.cards.title`. */
  key: string;
  text: string;
}

function sentencesOf(value: unknown, key: string): Sentence[] {
  if (typeof value === "string") return [{ key, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => sentencesOf(inner, `${key}.${name}`));
}

/** All texts of a language, without the palette's search words, which are not sentences. */
function readAll(lang: Lang): Sentence[] {
  const folder = new URL(`${lang}/`, import.meta.url);
  return readdirSync(folder)
    .flatMap((file) =>
      sentencesOf(
        JSON.parse(readFileSync(new URL(file, folder), "utf8")),
        file.replace(/\.json$/, ""),
      ),
    )
    .filter(({ key }) => !/^palette\.(screens\.|.*\.words$)/.test(key));
}
const all = Object.fromEntries(langs.map((lang) => [lang, readAll(lang)]));
const of = (lang: Lang) => all[lang] ?? [];

const ending = /_(zero|one|two|few|many|other)$/;
const stem = (key: string) => key.replace(ending, "");
/** Returns the names of placeholders and tags, without their formatting. */
const namesIn = (text: string) =>
  [...text.matchAll(/\{\{(\w+)[^}]*\}\}|<(\w+)>/g)].map(([, value, mark]) => value ?? mark);
const english = new Map(of("en").map(({ key, text }) => [key, text]));

describe.each(langs)("texts in %s", (lang) => {
  test("have the placeholders of the English ones", () => {
    for (const { key, text } of of(lang)) {
      const model = english.get(`${stem(key)}_other`) ?? english.get(key) ?? "";
      // A singular or zero form may omit the number.
      const wanted = (name: string | undefined) =>
        !/_(zero|one)$/.test(key) || !["count", "number"].includes(name ?? "");
      const named = (one: string) => new Set(namesIn(one).filter(wanted));
      expect({ [key]: named(text) }).toEqual({ [key]: named(model) });
    }
  });

  test("have every plural form of the language", () => {
    const needed = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
    const keys = new Set(of(lang).map(({ key }) => key));
    const plural = [...keys].filter((key) => ending.test(key)).map(stem);
    const missing = [...new Set(plural)].flatMap((key) =>
      needed.map((category) => `${key}_${category}`).filter((one) => !keys.has(one)),
    );
    expect(missing).toEqual([]);
  });

  test("have no leading, trailing or double spaces", () => {
    const loose = of(lang).filter(({ text }) => /^[^\S\n]|[^\S\n]$|[^\S\n]{2}/.test(text));
    expect(loose).toEqual([]);
  });
});

/** Punctuation that is wrong in a language. French mails and PDFs use the wider no-break space. */
const wrongSigns: Record<Exclude<Lang, "en">, RegExp> = {
  de: /"|„[^“]*$|^[^„]*“/,
  fr: /"|'|[^\u00a0\u202f][;!?»](?=\s|$)|[^\u00a0\u202f]:(?=\s|$)|«[^\u00a0\u202f]/,
  ru: /["“”]/,
  vi: /"/,
  "zh-tw": /["“”]|\p{Script=Han}[,;!?]|\p{Script=Han}:(?=\s|$)|\p{Script=Han} ?\(/u,
};
test.each(Object.entries(wrongSigns))("%s uses its own punctuation", (lang, wrong) => {
  expect(
    of(lang as Lang).filter(({ text }) => wrong.test(text)),
    "quotation marks of the language; in French U+00A0 before : ; ! ? and inside « »",
  ).toEqual([]);
});

/** Words to avoid: there is a preferred term, or they are too literal or too informal. */
const strangers: Record<Lang, string> = {
  // "Leave the internet" would mean to go offline; traffic goes out to the internet.
  en: "leaves? the internet|sign by sign|programmes?|is no (?:wallet|web) address",
  de: "du|deine?[rmns]?|dir|dich|weißliste",
  fr: "de (?:courte|longue) durée|tu|toi|tes|whitelist",
  ru: "панел(?:ь|и|ью|ей|ям|ях)|вайтлист|ты|тво[йяёи]|тебе",
  vi: "quý khách|whitelist",
  // Mainland terms for which Taiwan has words of its own.
  "zh-tw":
    "列表|佔用|充值|默認|設置|網絡|服務器|軟件|賬戶|賬號|登錄|註銷|信息|端口|帶寬|用戶名|激活",
};
test.each(Object.entries(strangers))(
  "%s uses the preferred terms of its glossary",
  (lang, words) => {
    // Chinese text has no word boundaries.
    const [before, after] = lang === "zh-tw" ? ["", ""] : ["(?<!\\p{L})", "(?!\\p{L})"];
    const stranger = new RegExp(`${before}(?:${words})${after}`, "iu");
    expect(of(lang as Lang).filter(({ text }) => stranger.test(text))).toEqual([]);
  },
);
