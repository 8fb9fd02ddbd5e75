/** Markdown of people, attacked (B8): what a page of this origin must never contain. */
import { describe, expect, it } from "vitest";
import { renderSafely } from "./safe-markdown.ts";

const link =
  /<a href="(?:https?:\/\/|mailto:|#|\/(?![/\\]))[^"<>]*" rel="noopener noreferrer nofollow">/gi;
const plain =
  /<\/?(?:p|ul|ol|li|h[1-6]|strong|em|del|code|pre|blockquote|table|thead|tbody|tr|th|td|a)>|<(?:br|hr)>/g;
const numbered = /<ol start="\d+">|<t[hd] align="(?:left|right|center)">/g;
/** What is left of the HTML once every harmless tag is taken out. */
const rest = (html: string) =>
  html.replaceAll(link, "").replaceAll(numbered, "").replaceAll(plain, "");

const attacks = [
  "<script>alert(1)</script>",
  "<script>\nalert(1)\n</script>\n\n<img src=x onerror=alert(1)",
  "text <script> <img src=x onerror=alert(1) ",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "<style>*{display:none}</style>",
  "<iframe src=javascript:alert(1)></iframe><base href=//evil.example>",
  "<pre><img src=x onerror=alert(1)></pre>",
  "<!-- <b> --><![CDATA[<b>]]><?php <b> ?><!DOCTYPE x>",
  "[a](javascript:alert(1))",
  "[a](JaVaScRiPt:alert(1)) [b](java&#10;script:alert(1)) [c](&#106;avascript:alert(1))",
  "[a](<javascript:alert(1)>) [b]( javascript:alert(1)) [c](\tjavascript:alert(1))",
  "[a](data:text/html;base64,PHNjcmlwdD4=) [b](vbscript:x) [c](//evil.example) [d](/\\evil.example)",
  '[a](http://x.example"onmouseover=alert(1)) [b](/ok "t\\" onclick=alert(1) x=\\"")',
  "[a]: javascript:alert(1)\n\n[a] [x][a] <javascript:alert(1)>",
  "![a](x onerror=alert(1)) ![<img src=x onerror=alert(1)>](http://x.example/y.png)",
  '```"><script>alert(1)</script>\n</code></pre><script>alert(1)</script>\n```',
  "`</code><script>alert(1)</script>`",
  "| <img src=x onerror=alert(1)> | [a](javascript:alert(1)) |\n|---|---|\n| <b onclick=x> | x |",
  "# <script>alert(1)</script>\n\n## [a](javascript:alert(1)) <img src=x onerror=alert(1)>",
  "- [x] <input autofocus onfocus=alert(1)>",
  '<http://x.example/"><script>alert(1)</script>>',
  "&lt;script&gt;alert(1)&lt;/script&gt; &#60;img src=x onerror=alert(1)&#62;",
  "http://x.example/?<script>alert(1)</script>",
  "*<b*>*</b>* **<i onclick=**x>",
];

describe("Markdown of people", () => {
  it.each(attacks)("becomes no tag, handler or script address: %s", (attack) => {
    const { html } = renderSafely(`Before\n\n${attack}\n\nAfter`);
    expect(rest(html)).not.toMatch(/[<>]/);
    expect(html).toContain("<p>After</p>");
  });

  it("keeps what documents need, and takes the first heading as the title", () => {
    const { title, html } = renderSafely(
      "\n# Terms *and* `more` & so on\n\n## One\n\nA **b** [c](https://x.example/?a=1&b=2).\n\n1. x\n2. y\n\n| a | b |\n|:--|--:|\n| 1 | 2 |\n",
    );
    expect(title).toBe("Terms and more & so on");
    expect(html).toContain(
      '<h2>One</h2>\n<p>A <strong>b</strong> <a href="https://x.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow">c</a>.</p>',
    );
    expect(html).toContain('<td align="right">2</td>');
    expect(renderSafely("Text\n\n# Later").title).toBeNull();
  });

  it("renders hostile repetitions in time that grows with their length", () => {
    const long = ["[", "*a ", "`", "<", "![](", "| ", "> ", "- ", "_a_ ", "&#", "a@", "\\"];
    for (const part of long) {
      const started = performance.now();
      renderSafely(part.repeat(Math.floor(20_000 / part.length)));
      expect([part, performance.now() - started < 2_000]).toEqual([part, true]);
    }
  });
});
