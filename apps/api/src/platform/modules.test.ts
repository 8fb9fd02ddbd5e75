import { expect, it } from "vitest";
import { modules } from "../app.ts";
import type { Module } from "./module.ts";
import { collect, handlersOf } from "./modules.ts";

const { authentication, preparePassword } = modules;
const base = { authentication, preparePassword };
const handled = (list: Module[]) => () => handlersOf({ modules: collect(list) });
const handler = { calls: () => ({ member: async () => ({}) as never }) };

it("A call without a handler prevents startup and is named in the error", () => {
  expect(handled([base, handler])).toThrow(/^no module handles .*\bsignin\b/);
  expect(handled([base, handler])).not.toThrow(/\bmember\b/);
});

it("A call with two handlers prevents startup and is named in the error", () => {
  expect(handled([base, handler, handler])).toThrow("two modules handle the call member");
});

it("Startup requires a module that authenticates calls and one that hashes passwords", () => {
  expect(() => collect([handler])).toThrow("no module authenticates calls");
  expect(() => collect([{ authentication }])).toThrow("no module hashes passwords");
});
