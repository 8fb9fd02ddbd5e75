import { describe, expect, it } from "vitest";
import { isOrigin, readSnippet, widenPolicy, writeSnippet } from "./head-snippet.ts";

const origins = ["https://stats.example", "https://cdn.example:8443"];
const faultOf = (html: string) => {
  const read = readSnippet(html, origins);
  return "fault" in read ? read.fault : null;
};

describe("an origin of a head snippet (spec/brand#head-snippet)", () => {
  it.each(["https://stats.example", "http://127.0.0.1:8080", "wss://chat.example", "https://a"])(
    "may be %s",
    (origin) => expect(isOrigin(origin)).toBe(true),
  );
  it.each([
    "*",
    "https://*.example",
    "https:",
    "https://",
    "stats.example",
    "https://stats.example/",
    "https://stats.example/x",
    "https://stats.example?x",
    "https://user@stats.example",
    "https://stats.example; script-src *",
    "https://stats.example 'unsafe-inline'",
    "https://stats.example\nhttps://b.example",
    'https://stats.example"',
    "https://stats.example:0",
    "https://stats.example:99999",
    "https://Stats.example",
    "https://a..b",
    "https://-a.example",
    "data:",
    "'unsafe-eval'",
    "javascript:alert(1)",
    `https://${"a".repeat(300)}`,
  ])("is not %j", (origin) => expect(isOrigin(origin)).toBe(false));
});

describe("a head snippet (spec/brand#head-snippet)", () => {
  it("is written anew from its elements; comments and <noscript> are left out", () => {
    const read = readSnippet(
      `<!-- Stats --><SCRIPT async src='https://stats.example/js?id=1&amp;x="2"' data-site=7></SCRIPT>
      <noscript><img src=x onerror=alert(1)></noscript>
      <script>window.q = window.q || []; if (1 < 2 && q) q.push("x")</script>
      <link rel="preconnect" href="https://cdn.example:8443"><meta name="verification" content="<a>">`,
      origins,
    );
    expect(read).toHaveProperty("elements");
    const { elements } = read as { elements: Parameters<typeof writeSnippet>[0] };
    expect(writeSnippet(elements)).toBe(
      '<script async src="https://stats.example/js?id=1&amp;x=&quot;2&quot;" data-site="7"></script>' +
        '<script>window.q = window.q || []; if (1 < 2 && q) q.push("x")</script>' +
        '<link rel="preconnect" href="https://cdn.example:8443"><meta name="verification" content="&lt;a&gt;">',
    );
  });

  it.each([
    ["", "is empty"],
    ["hello", "text outside elements: hello"],
    ["<img src=x>", "<img> is not possible: only <script>, <link> and <meta>"],
    ["<style>*{}</style>", "<style> is not possible: only <script>, <link> and <meta>"],
    ["</head><body>", "text outside elements: </head><body>"],
    [
      '<base href="https://stats.example">',
      "<base> is not possible: only <script>, <link> and <meta>",
    ],
    ['<meta http-equiv="refresh" content="0">', "<meta http-equiv> is not possible"],
    [
      '<meta name="sign-in-url" content="https://evil.example">',
      '<meta name="sign-in-url"> is the page\'s own',
    ],
    [
      '<script src="https://evil.example/x.js"></script>',
      "https://evil.example is not one of the origins",
    ],
    [
      '<script src="https://stats.example@evil.example/x.js"></script>',
      "https://evil.example is not one of the origins",
    ],
    [
      '<script src="//stats.example/x.js"></script>',
      "//stats.example/x.js: a whole address is needed, such as https://e.example/x.js",
    ],
    [
      '<script src="data:text/javascript,1"></script>',
      "data:text/javascript,1: a whole address is needed, such as https://e.example/x.js",
    ],
    ["<script onload=x>1</script>", "<script onload> is not possible"],
    ["<script nonce=x>1</script>", "<script nonce> is not possible"],
    ['<script type="importmap">{}</script>', '<script type="importmap"> is not possible'],
    ['<script id="brand" type="application/json">{}</script>', "the id brand is the page's own"],
    ["<script>1<!-- <script></script>", "a script cannot contain <!--, <script or </script"],
    [
      "<script>1</script ><img src=x></script>",
      "a script cannot contain <!--, <script or </script",
    ],
    ["<script>1</SCRIPT/x></script>", "a script cannot contain <!--, <script or </script"],
    [
      `<script>/*${"\u0130".repeat(13)}*/1</script><img src=x></script>`,
      "<img> is not possible: only <script>, <link> and <meta>",
    ],
    ["<script>1", "<script> does not end"],
    ["<script></script>", "a script is empty"],
    ["<!-- x", "a comment does not end"],
    [
      '<link rel="manifest" href="https://stats.example/m">',
      '<link rel="manifest"> is not possible',
    ],
    ["<script\u0000>1</script>", "a control character"],
    ["<meta name=a name=b>", "<meta> has name twice"],
    ["<meta <script>1</script>", "<meta> cannot be read"],
    ["<meta>".repeat(31), "more than 30 elements"],
    ["x".repeat(20_001), "more than 20000 characters"],
  ])("%j is refused", (html, fault) => expect(faultOf(html)).toBe(fault));

  it("widens the page's policy by exactly its origins and the hashes of its scripts", () => {
    const policy = "default-src 'self';script-src 'self';object-src 'none';connect-src 'self'";
    expect(widenPolicy(policy, { origins: ["https://a.example"], hashes: ["'sha256-x'"] })).toBe(
      "default-src 'self';script-src 'self' https://a.example 'sha256-x';object-src 'none';" +
        "connect-src 'self' https://a.example;frame-src 'self' https://a.example",
    );
  });
});
