import { readFileSync } from "node:fs";
import path from "node:path";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import { describe, expect, it } from "vitest";
import { banner } from "./banner.ts";
import type { Role } from "./role.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8").replaceAll("**", "");
const printed = (env: Record<string, string>, role: Role = "all") =>
  banner(readEnvironment(env), { seconds: 1, manager: true, role });

describe("the first steps", () => {
  it("have the same text in the guide, banner, README, welcome mail and documentation", () => {
    const guide = JSON.parse(read("packages/locales/src/en/guide.json")) as {
      steps: Record<string, string>;
    };
    const { buy, login, request } = guide.steps;
    const steps = [
      `${buy}: buy 1 GB and pay`,
      `${login}`,
      `${request}: copy the command and run it in a terminal`,
    ];
    const mails = JSON.parse(read("packages/locales/src/en/mails.json")) as {
      welcome: { body: string };
    };
    for (const [place, text] of [
      ["banner", printed({})],
      ["README.md", read("README.md")],
      ["docs/start.md", read("docs/start.md")],
      ["welcome mail", mails.welcome.body],
    ] as const) {
      const found = steps.filter((step) => text.includes(step));
      expect([place, found]).toEqual([place, steps]);
    }
  });

  it("appear only in the lab; in production the banner shows only addresses", () => {
    const text = printed({ NODE_ENV: "production", PUBLIC_URL: "https://proxies.example" });
    expect(text).toContain("https://proxies.example/docs");
    expect(text).not.toMatch(/First steps|lab|Log /);
  });

  it("name no gateway on a machine without one", () => {
    expect(printed({})).toMatch(/Gateway +127\.0\.0\.1:7000/);
    expect(printed({}, "api")).toMatch(/Gateway +on machines of their own/);
  });
});
