import { langs } from "@turnpike/contract/refusals.ts";
import { mailNames, mailTemplate } from "@turnpike/locales/mails.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MailBrand } from "./brand.ts";
import { badLinks, placeholdersIn, secretsInAddresses } from "./markdown.ts";
import { writeMail } from "./render.ts";
import { faultsOf } from "./texts.ts";
import { isSecretName, isUrlName } from "./values.ts";

const brand: MailBrand = {
  name: "Nordlicht Proxies",
  from: "Nordlicht <post@nordlicht.example>",
  supportEmail: "hilfe@nordlicht.example",
  footer: "Nordlicht Proxies GmbH\nAm Kai 1, Hamburg",
  accent: "#0b5d45",
  accentDark: "#5cc9a0",
  logo: null,
};

/** What an attacker would type as a name, and noise around it. */
const fragments = [
  ..."[ ] ( ) < > & \" ' ` * _ # ~ | \\ ! { } {{ }} {{code}} {{url}} {{evil}} &lt; &#60;".split(
    " ",
  ),
  "\n",
  "\r\n",
  "\r",
  "\u2028",
  "\u0000",
  "\u202E",
  "\u200F",
  "\t",
  " ",
  "\n\n",
  "\uD800",
  "[click](https://evil.example)",
  "![x](https://evil.example/x.png)",
  "<https://evil.example>",
  "https://evil.example/?a=b",
  "HTTP://1.2.3.4/x",
  "www.evil.example",
  "evil.example/login",
  "<a href='https://evil.example'>x</a>",
  "<img src=x onerror=alert(1)>",
  "</title><script>",
  "\r\nBcc: all@evil.example",
  "\n# Heading",
  "\n- item",
  "\n> quote",
  "\n\n123456\n\n",
  "---",
  "javascript:alert(1)",
  "[r]: https://evil.example",
  "</td></table>",
  "a",
  "é",
  "漢",
  "…",
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: "grapheme" })), { maxLength: 6 })
  .map((parts) => parts.join(""));

const mails = langs.flatMap((lang) => mailNames.map((name) => ({ lang, name })));
const tagsOf = (html: string) => html.replace(/>[^<]*/g, ">");
const values = (names: string[], value: (name: string) => string) =>
  Object.fromEntries(names.map((name) => [name, value(name)]));
const own = (name: string) =>
  isUrlName(name) ? `https://shop.example/${name}?a=1&b=2` : name === "code" ? "012345" : null;
const composed = new Set(["apiKeys", "changes", "debt", "discount", "text", "things"]);

describe("Values in a mail (spec/operator#mails)", () => {
  it("add no element, no link, no line and no header, whatever they are", () => {
    const property = fc.property(
      fc.constantFrom(...mails),
      fc.array(hostile, { minLength: 12, maxLength: 12 }),
      ({ lang, name }, typed) => {
        const template = mailTemplate(lang, name);
        const names = placeholdersIn(`${template.subject}\n${template.body}`);
        const free = names.filter((one) => own(one) === null && !composed.has(one));
        const write = (value: (one: string) => string) =>
          writeMail(brand, {
            lang,
            template,
            values: values(names, (one) => own(one) ?? value(one)),
          });
        const plain = write(() => "x");
        const attacked = write((one) =>
          free.includes(one) ? `x${typed[free.indexOf(one)]}` : "x",
        );
        expect(tagsOf(attacked.html)).toBe(tagsOf(plain.html));
        expect(attacked.text.split(/\r\n|[\n\r\u2028\u2029]/)).toHaveLength(
          plain.text.split("\n").length,
        );
        expect(attacked.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        const links = /https?:\/\/[^\s>]+|\bwww\.\w+/gi;
        for (const kind of ["text", "html"] as const)
          expect(
            attacked[kind].match(links)?.filter((link) => !link.includes("shop.example")),
          ).toEqual(plain[kind].match(links)?.filter((link) => !link.includes("shop.example")));
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  it("of several lines add lines, and nothing else", () => {
    const template = { subject: "Ends soon", body: "Soon:\n\n{{things}}\n\n[Look]({{url}})" };
    const things = "a\n**b** <b>c</b>\n[d](https://evil.example)";
    const { html, text } = writeMail(brand, {
      lang: "en",
      template,
      values: { things, url: "https://shop.example/cli/home" },
    });
    expect(html).not.toMatch(/<strong>|<b>|href="https:\/\/evil/);
    expect(text).toContain(
      "a\n**b** <b>c</b>\n[d](https:\u200B//evil.\u200Bexample)\n\nLook: https://shop",
    );
  });
});

describe("A text in Markdown", () => {
  const write = (body: string, given: Record<string, string> = {}) =>
    writeMail(brand, { lang: "en", template: { subject: "S", body }, values: given });

  it("becomes the same words as plain text and as HTML with few elements", () => {
    const { text, html } = write(
      "# Hello\n\nA **bold** and *soft* `word`,\nsee [the page](https://n.example/a?b=1).\n\n- one\n- two\n\n> said\n\n---\n\n3. third",
    );
    expect(text).toContain(
      "Hello\n\nA bold and soft word,\nsee the page <https://n.example/a?b=1>.\n\n- one\n- two\n\n> said\n\n-----\n\n3. third",
    );
    const names = new Set([...html.matchAll(/<([a-z0-9]+)/g)].map(([, name]) => name));
    const allowed =
      "html head meta title style body table tr td h1 h2 p br strong em code a ul ol li blockquote hr";
    expect([...names].filter((name) => !allowed.split(" ").includes(name ?? ""))).toEqual([]);
    expect(html).toContain('<a class="link" href="https://n.example/a?b=1"');
  });

  it("shows HTML as it was typed, and images as their words", () => {
    const { html, text } = write(
      "<script>x</script> a\n\n<div onclick=x>b</div>\n\n![logo](https://n.example/l.png)",
    );
    expect(html).not.toMatch(/<script|<div|<img|l\.png/);
    expect(text).toContain("<script>x</script> a\n\n<div onclick=x>b</div>\n\nlogo\n");
  });

  it("links only to pages and mailboxes, and values in an address are encoded", () => {
    const evil = [
      "javascript:alert(1)",
      "data:text/html,x",
      "//evil.example",
      "{{email}}",
      "https://{{email}}/",
    ];
    const body = evil.map((to) => `[x](${to})`).join("\n\n");
    expect(badLinks(body)).toEqual(evil);
    expect(write(body, { email: "a@b.example" }).html).not.toMatch(/<a /);
    const good = "[x](https://n.example/?m={{email}}) [y](mailto:{{supportEmail}}) [z]({{url}})";
    expect(badLinks(good)).toEqual([]);
    const { html } = write(good, { email: `a"b@c.example&d`, url: "https://shop.example/u" });
    const targets = [...html.matchAll(/href="([^"]*)"/g)].map(([, to]) => to);
    expect(targets).toEqual([
      "https://n.example/?m=a%22b@c.example%26d",
      "mailto:hilfe@nordlicht.example",
      "https://shop.example/u",
    ]);
  });

  it("leads no code and no link of ours to other addresses, which programs on the way open", () => {
    const links = [
      "[x](https://evil.example/?c={{code}})",
      "https://evil.example/?u={{url}}",
      "[x][1]\n\n[1]: https://evil.example/{{code}}",
    ];
    for (const body of links) {
      expect([body, badLinks(body).length]).toEqual([body, 1]);
      const given = { code: "112233", url: "https://shop.example/u?t=77" };
      expect(write(body, given).html).not.toContain('href="https://evil');
    }
    const words = [
      "evil.example/?c={{code}}",
      "evil.example/**{{code}}**",
      "{{code}}.evil.example",
      "a-{{code}}@evil.example",
      "{{code}}.1.evil.example",
      "a.{{code}}.1.evil.example",
      "{{code}}\uFF0Eevil.example",
      "{{code}}\u3002evil.example",
      "evil.example/[](https://n.example/){{code}}",
      "evil.example/](){{code}}",
      "evil.example/\uFEFF{{code}}",
      // The operator's own words may be an address, too.
      "{{brand}}{{code}}",
      "{{code}}-{{brand}}",
    ];
    for (const body of words) expect([body, secretsInAddresses(body)]).toEqual([body, ["code"]]);
    const good =
      "Code: **{{code}}**.\n\n{{code}}\n\n[and/or]({{url}}), <{{url}}>, {{url}}.\n\n\u662F{{code}}\u3002\u662F";
    expect([...badLinks(good), ...secretsInAddresses(good)]).toEqual([]);
    // What ships is fit to be sent.
    const wrong = langs.flatMap((lang) =>
      mailNames.flatMap((name) => faultsOf(name, mailTemplate(lang, name))),
    );
    expect(wrong).toEqual([]);
  });

  it("without a value for a placeholder is not sent", () => {
    expect(() => write("Hello {{who}}")).toThrow("{{who}}");
    expect(() => write("Hello {{constructor}}")).toThrow("{{constructor}}");
    expect(isSecretName("constructor")).toBe(false);
  });
});
