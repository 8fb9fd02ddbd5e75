import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { codeBlock, colour } from "./code-block.ts";
import type { Document } from "./document.ts";
import { fieldsOf } from "./fields.ts";
import { render } from "./markdown.ts";
import { pageOfLink } from "./pages.ts";
import { reference, type ReferenceCall } from "./reference.ts";
import { answerSample, clientSample, curlSample } from "./samples.ts";

const run = promisify(execFile);
const nowhere = () => null;

describe("Markdown", () => {
  it("gives each heading its own anchor", () => {
    const { html, headings } = render("# Top\n\n## A `b` & c\n\n## A b c\n", nowhere);
    expect(headings.map(({ anchor, text }) => [anchor, text])).toEqual([
      ["a-b-c", "A b & c"],
      ["a-b-c-2", "A b c"],
    ]);
    expect(html).toContain(
      '<h2 id="a-b-c">A <code>b</code> &amp; c<a class="anchor" href="#a-b-c"',
    );
  });

  it("links between pages and drops links to pages that are not served", () => {
    expect(pageOfLink("formats.md")).toBe("/docs/formats");
    expect(pageOfLink("docs/start.md#a")).toBe("/docs#a");
    expect(pageOfLink("operating.md")).toBeNull();
    expect(render("[words](x.md)", nowhere).html).toBe("<p>words</p>\n");
    expect(render("[words](x.md)", () => "/docs/x").html).toContain('<a href="/docs/x">words</a>');
  });

  it("escapes code and highlights it by language", () => {
    const code = 'curl "a" <b> & c # said "so"';
    expect(colour(code, "sh").replaceAll(/<\/?span[^>]*>/g, "")).toBe(
      "curl &quot;a&quot; &lt;b&gt; &amp; c # said &quot;so&quot;",
    );
    expect(colour(code, "sh")).toContain('<span class="c"># said &quot;so&quot;</span>');
    expect(colour("const a = 1;", "ts")).toBe('<span class="k">const</span> a = 1;');
    expect(colour("const a = 1;", "yaml")).toBe("const a = 1;");
    expect(codeBlock("x", "text", 'a "label"')).toContain('aria-label="a &quot;label&quot;"');
  });
});

const call: ReferenceCall = {
  name: "addSubUser",
  method: "POST",
  path: "/v1/addSubUser",
  server: "http://127.0.0.1:1",
  summary: "",
  description: "",
  access: "session",
  who: "session",
  inClient: true,
  once: false,
  events: false,
  requestFields: [],
  responseFields: [],
  file: null,
  refusals: [],
  request: { session: "X", account: "it's & <b>", ids: ["a", "b"], main: true, limits: { a: 1 } },
  answer: { code: 0 },
};

describe("examples", () => {
  it("are commands that a shell parses as intended", async () => {
    const command = curlSample(call).replace(/^curl/, "printf '%s\\n'");
    const env = { ...process.env, SESSION: "token" };
    const { stdout } = await run("bash", ["-c", command], { env });
    expect(stdout.split("\n").filter((line) => line !== "")).toEqual([
      "http://127.0.0.1:1/v1/addSubUser",
      "-d",
      "session=token",
      "--data-urlencode",
      "account=it's & <b>",
      "-d",
      "ids=a,b",
      "-d",
      "main=1",
      "-d",
      'limits={"a":1}',
    ]);
  });

  it("match the call: with a key for reads, as a URL for files", () => {
    expect(curlSample({ ...call, access: "read", request: {} })).toContain("-d key=$KEY");
    const visitor = { ...call, access: "visitor", request: {} } as const;
    expect(curlSample(visitor)).toBe("curl -X POST http://127.0.0.1:1/v1/addSubUser");
    const file = { ...call, method: "GET", access: null, inClient: false, request: null } as const;
    const field = (name: string) => ({ name, type: "", required: true, about: "", fields: [] });
    const address = "http://127.0.0.1:1/v1/addSubUser";
    expect(curlSample({ ...file, requestFields: [field("ticket")] })).toBe(
      `curl "${address}?ticket=$TICKET"`,
    );
    const held = { ...file, access: "read", request: { key: "K", city: "São Paulo" } } as const;
    expect(curlSample(held)).toBe(`curl "${address}?key=$KEY&city=S%C3%A3o+Paulo"`);
    expect(curlSample({ ...file, request: { day: "a b" } })).toBe(`curl '${address}?day=a+b'`);
    expect(clientSample(file)).toBeNull();
    expect(clientSample({ ...held, events: true })).toBeNull();
    expect(curlSample({ ...call, events: true })).toContain("curl -N ");
    expect(clientSample({ ...call, events: true, request: {} })).toContain("for await (");
    expect(clientSample({ ...call, request: { a: 1 } })).toBe(
      "const answer = await client.addSubUser({ a: 1 });",
    );
    expect(answerSample({ ...call, answer: undefined })).toBeNull();
    expect(answerSample({ ...call, answer: "a\nb" })).toBe("a\nb");
  });
});

const user = {
  type: "object",
  required: ["walletCents"],
  properties: {
    walletCents: {
      type: "integer",
      minimum: -9_007_199_254_740_991,
      description: "The balance, in US cents.",
    },
    at: { type: "string" },
    page: { type: "integer", minimum: 1, maximum: 1_000_000, default: 1 },
  },
};
const document: Document = {
  info: { title: "T" },
  servers: [{ url: "http://127.0.0.1:1/" }],
  tags: [
    { name: "Empty", description: "None." },
    { name: "Account", description: "All." },
  ],
  components: { schemas: { User: user, Refused: { properties: { code: { enum: [300] } } } } },
  paths: {
    "/v1/member": {
      post: {
        operationId: "member",
        summary: "Who one is.",
        tags: ["Account"],
        requestBody: {
          content: {
            "application/json": {
              schema: { properties: { session: {}, key: {}, lang: {}, page: { type: "integer" } } },
              examples: { member: { value: { key: "K", page: 2 } } },
            },
          },
        },
        responses: {
          200: {
            content: {
              "application/json": {
                schema: {
                  anyOf: [
                    { $ref: "#/components/schemas/Refused" },
                    {
                      properties: {
                        code: { const: 0 },
                        data: {
                          properties: {
                            user: { $ref: "#/components/schemas/User" },
                            all: {
                              anyOf: [
                                { items: { $ref: "#/components/schemas/User" } },
                                { type: "null" },
                              ],
                            },
                          },
                        },
                      },
                    },
                  ],
                },
              },
            },
          },
        },
        "x-access": "read",
        "x-refusals": [{ code: 300, reason: "sessionInvalid" }],
      },
    },
  },
};

describe("the reference's parser", () => {
  it("returns each call with its fields, without those that every call has", () => {
    const [group, ...others] = reference(document);
    expect(others).toEqual([]);
    expect(group).toMatchObject({ name: "Account", about: "All." });
    const [member] = group?.calls ?? [];
    expect(member).toMatchObject({
      name: "member",
      access: "read",
      once: false,
      server: "http://127.0.0.1:1",
    });
    expect(member?.requestFields.map(({ name }) => name)).toEqual(["page"]);
    expect(member?.responseFields.map(({ name, type }) => [name, type])).toEqual([
      ["user", "object"],
      ["all", "object[] | null"],
    ]);
    for (const field of member?.responseFields ?? [])
      expect(field.fields.map(({ name }) => name)).toEqual(["walletCents", "at", "page"]);
    expect(member?.refusals[0]?.sentence).toMatch(/session/);
    expect(member?.request).toEqual({ key: "K", page: 2 });
  });

  it("returns each field's description with its meaningful bounds", () => {
    const [cents, at, page] = fieldsOf(document, user);
    expect(cents).toMatchObject({ about: "The balance, in US cents", required: true });
    expect(at).toMatchObject({ about: "", required: false });
    expect(page?.about).toBe("1 to 1,000,000; default 1");
  });
});
